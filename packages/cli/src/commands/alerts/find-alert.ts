import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';

const LARGEST_PAGE = 100;

/** Lists all alert rules of the caller. */
export async function readAlerts(client: Client): Promise<Schema<'Alert'>[]> {
  const known: Schema<'Alert'>[] = [];
  let next: string | undefined;
  do {
    const { body } = await client.call('GET /api/v1/alerts', { query: { limit: LARGEST_PAGE, ...(next !== undefined && { next }) } });
    known.push(...body.data);
    next = body.links.next && (new URL(body.links.next.href).searchParams.get('next') ?? undefined);
  } while (next !== undefined);
  return known;
}

/** Finds the id of an alert rule of the caller by id or name. */
export async function findAlertId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  return pickOne('alert', idOrName, await readAlerts(client), ({ id, name }) => ({ id, names: [name] })).id;
}
