import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { isId, isShortId, type NamedChoice, pickOne } from '../../names.ts';
import { readPages } from '../../pages.ts';
import { oneLine } from '../../text.ts';

type Artifact = Schema<'Artifact'>;

/** The maximum number of artifacts that are read to suggest names after an unknown one. */
const MAX_CANDIDATES = 100;

/** Finds an artifact by id or name. If several have the name, the one in the given workspace is used. */
export async function resolveArtifact(client: Client, idOrName: string, workspaceId: string): Promise<Artifact> {
  if (isId(idOrName)) return (await client.call('GET /orchestration/artifacts/{artifactId}', { path: { artifactId: idOrName } })).body;
  const named = (await listArtifactsNamed(client, idOrName)).filter(({ name }) => name === idOrName);
  const inWorkspace = named.filter(({ workspace }) => workspace.id === workspaceId);
  if (inWorkspace.length > 0) return pickOne('artifact', idOrName, inWorkspace, toNamedChoice);
  // All artifacts are needed to check that the beginning of an id is unique.
  const maximum = isShortId(idOrName) ? Infinity : MAX_CANDIDATES;
  return pickOne('artifact', idOrName, named.length > 0 ? named : await listArtifactsNamed(client, undefined, maximum), toNamedChoice);
}

/** Picks a version of an artifact: without a requested one the newest, else the requested one or the newest that begins with it. */
export function pickVersion({ name, versions }: Pick<Artifact, 'name' | 'versions'>, requested: string | undefined): string {
  const picked =
    requested === undefined
      ? versions[0]
      : (versions.find((version) => version === requested) ?? versions.find((version) => version.startsWith(`${requested}.`)));
  if (picked !== undefined) return picked;
  const known = versions.length > 0 ? `It has ${versions.slice(0, 10).map(oneLine).join(', ')}` : 'It has none';
  throw new Failure('notFound', `The artifact ${JSON.stringify(oneLine(name))} has no version ${oneLine(requested ?? '')}. ${known}.`);
}

async function listArtifactsNamed(client: Client, name: string | undefined, maximum = Infinity): Promise<Artifact[]> {
  const filter = name === undefined ? {} : { name };
  const page = await readPages(client, 'GET /orchestration/artifacts', { query: filter }, maximum);
  return page.items;
}

function toNamedChoice({ id, name, workspace }: Artifact): NamedChoice {
  return { id, names: [name], place: [workspace.environment?.name, workspace.name].filter(Boolean).join('/') };
}
