import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { Failure } from '../../failure.ts';
import { isId, isShortId, pickOne, type Naming } from '../../names.ts';
import { readPages } from '../../pages.ts';
import { oneLine } from '../../text.ts';

type Artifact = Schema<'Artifact'>;

/** How many artifacts are read for the suggestions after an unknown name. */
const MAX_CANDIDATES = 100;

/** Finds an artifact by id or name. If several have the name, the one in the given workspace is used. */
export async function resolveArtifact(client: Client, wanted: string, workspaceId: string): Promise<Artifact> {
  if (isId(wanted)) return (await client.call('GET /orchestration/artifacts/{artifactId}', { path: { artifactId: wanted } })).body;
  const named = (await listArtifactsNamed(client, wanted)).filter(({ name }) => name === wanted);
  const near = named.filter(({ workspace }) => workspace.id === workspaceId);
  if (near.length > 0) return pickOne('artifact', wanted, near, namingOf);
  // All artifacts are needed to check that the beginning of an id is unique.
  const most = isShortId(wanted) ? Infinity : MAX_CANDIDATES;
  return pickOne('artifact', wanted, named.length > 0 ? named : await listArtifactsNamed(client, undefined, most), namingOf);
}

/** Picks a version of an artifact: the newest, or the wanted one, else the newest one that begins with it. */
export function pickVersion({ name, versions }: Pick<Artifact, 'name' | 'versions'>, wanted: string | undefined): string {
  const version =
    wanted === undefined ? versions[0] : (versions.find((one) => one === wanted) ?? versions.find((one) => one.startsWith(`${wanted}.`)));
  if (version !== undefined) return version;
  const known = versions.length > 0 ? `It has ${versions.slice(0, 10).map(oneLine).join(', ')}` : 'It has none';
  throw new Failure('notFound', `The artifact ${JSON.stringify(oneLine(name))} has no version ${oneLine(wanted ?? '')}. ${known}.`);
}

async function listArtifactsNamed(client: Client, name: string | undefined, most = Infinity): Promise<Artifact[]> {
  const filter = name === undefined ? {} : { name };
  const page = await readPages(
    async (limit, offset) => (await client.call('GET /orchestration/artifacts', { query: { ...filter, limit, offset } })).body,
    most,
  );
  return page.items;
}

function namingOf({ id, name, workspace }: Artifact): Naming {
  return { id, names: [name], place: [workspace.environment?.name, workspace.name].filter(Boolean).join('/') };
}
