import { nounOf } from '../../command-builders.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { byNameInEnvironment } from '../engine/lookup.ts';

/** How a command names a cluster. */
export const clusterNoun = nounOf(
  'cluster',
  async (client) => (await client.call('GET /processing/runtimes/remote-engine-clusters')).body,
  byNameInEnvironment,
);

/** Reads a cluster. */
export const readCluster = async (client: Client, clusterId: string): Promise<Schema<'EngineCluster'>> =>
  (await client.call('GET /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId } })).body;
