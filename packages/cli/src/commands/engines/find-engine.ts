import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';

/** Finds the id of an engine by id or name. */
export async function findEngineId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
  return pickOne('engine', idOrName, engines, ({ id, name, workspace }) => ({ id, names: [name], place: workspace?.environment?.name })).id;
}
