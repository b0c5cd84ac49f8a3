import { byName, type Noun } from '../../group.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';
import { readWholeList } from '../../pages.ts';

/** Lists all alert rules of the caller. */
export const readAlerts = (client: Client): Promise<Schema<'Alert'>[]> => readWholeList(client, 'GET /api/v1/alerts');

/** Finds the id of an alert rule of the caller by id or name. */
export async function findAlertId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  return pickOne('alert', idOrName, await readAlerts(client), byName).id;
}

/** How a command names a rule. */
export const alertNoun: Noun = { what: 'rule', argument: '<name or id>', find: findAlertId };
