import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';

/** Finds the id of an engine by id or name. */
export async function findEngineId(client: Client, wanted: string): Promise<string> {
  if (isId(wanted)) return wanted;
  const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
  return pickOne('engine', wanted, engines, ({ id, name, workspace }) => ({ id, names: [name], place: workspace?.environment?.name })).id;
}
