import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { isId, pickOne } from '../../names.ts';

/** Finds the id of a cluster by id or name. */
export async function findClusterId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { body } = await client.call('GET /processing/runtimes/remote-engine-clusters');
  return pickOne('cluster', idOrName, body, ({ id, name, workspace }) => ({ id, names: [name], place: workspace?.environment?.name })).id;
}

/** Reads a cluster. */
export const readCluster = async (client: Client, clusterId: string): Promise<Schema<'EngineCluster'>> =>
  (await client.call('GET /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId } })).body;
