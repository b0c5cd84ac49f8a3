import type { Noun } from '../../group.ts';
import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';

/** Finds the id of a dynamic engine by id or name. */
export async function findDynamicEngineId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { body: engines } = await client.call('GET /processing/runtimes/dynamic-engines');
  return pickOne('dynamic engine', idOrName, engines, ({ id, name }) => ({ id, names: [name] })).id;
}

/** How a command names a dynamic engine. */
export const dynamicEngineNoun: Noun = { what: 'dynamic engine', argument: '<name or id>', find: findDynamicEngineId };
