import { nounOf } from '../../command-builders.ts';
import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import type { NamedChoice } from '../../names.ts';
import type { Tone } from '../../table.ts';

const inEnvironment = ({ id, name, workspace }: Pick<Schema<'EngineCluster'>, 'id' | 'name' | 'workspace'>): NamedChoice => ({
  id,
  names: [name],
  place: workspace?.environment?.name,
});

/** The availability of an engine or a cluster in words. */
export const AVAILABILITIES: Readonly<Record<Schema<'Availability'>, string>> = {
  AVAILABLE: 'available',
  NOT_AVAILABLE: 'not available',
  RETIRED: 'retired',
};

/** Whether an engine or a cluster takes work: an icon, so that it can be read without colour, and words. */
export function availabilityCell({ availability, illness }: { availability: Schema<'Availability'>; illness?: unknown }): {
  text: string;
  tone: Tone;
} {
  if (illness) return { text: `✗ ${AVAILABILITIES[availability]}, ill`, tone: 'red' };
  return availability === 'AVAILABLE'
    ? { text: '✓ available', tone: 'green' }
    : { text: `○ ${AVAILABILITIES[availability]}`, tone: 'yellow' };
}

/** How a command names an engine. */
export const engineNoun = nounOf(
  'engine',
  async (client) => (await client.call('GET /processing/runtimes/remote-engines')).body,
  inEnvironment,
);

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

/** How a command names a cluster. It stands here and not in `cluster`, whose commands import those of run profiles, which import this. */
export const clusterNoun = nounOf(
  'cluster',
  async (client) => (await client.call('GET /processing/runtimes/remote-engine-clusters')).body,
  inEnvironment,
);

/** Reads a cluster. */
export const readCluster = async (client: Client, clusterId: string): Promise<Schema<'EngineCluster'>> =>
  (await client.call('GET /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId } })).body;
