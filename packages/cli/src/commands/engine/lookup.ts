import type { Noun } from '../../group.ts';
import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';

/** Finds the id of an engine by id or name. */
export async function findEngineId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
  return pickOne('engine', idOrName, engines, ({ id, name, workspace }) => ({ id, names: [name], place: workspace?.environment?.name })).id;
}

/** How a command names a engine. */
export const engineNoun: Noun = { what: 'engine', argument: '<name or id>', find: findEngineId };

/** Returns the name of an engine and its runtime id; only the id if the caller may not list engines or the engine no longer exists. */
export async function nameEngine(client: Client, runtimeId: string): Promise<string> {
  try {
    const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
    const name = engines.find((engine) => engine.runtimeId === runtimeId)?.name;
    return name === undefined ? runtimeId : `${name} (${runtimeId})`;
  } catch (error) {
    if (error instanceof MillraceError && error.status === 403) return runtimeId;
    throw error;
  }
}

/** Finds the id of a cluster by id or name. */
export async function findClusterId(client: Client, idOrName: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { body } = await client.call('GET /processing/runtimes/remote-engine-clusters');
  return pickOne('cluster', idOrName, body, ({ id, name, workspace }) => ({ id, names: [name], place: workspace?.environment?.name })).id;
}

/** How a command names a cluster. */
export const clusterNoun: Noun = { what: 'cluster', argument: '<name or id>', find: findClusterId };

/** Reads a cluster. */
export const readCluster = async (client: Client, clusterId: string): Promise<Schema<'EngineCluster'>> =>
  (await client.call('GET /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId } })).body;
