import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { isId, pickPlaced } from '../../names.ts';
import { readWholeList } from '../../pages.ts';
import { oneLine } from '../../text.ts';

type Artifact = Schema<'Artifact'>;

/** Reads an artifact by id or name. If several have the name, the one in the given workspace is used. */
export async function readArtifact(client: Client, idOrName: string, workspaceId: string | undefined): Promise<Artifact> {
  if (isId(idOrName)) return (await client.call('GET /orchestration/artifacts/{artifactId}', { path: { artifactId: idOrName } })).body;
  const list = (name: string | undefined, maximum?: number): Promise<Artifact[]> =>
    readWholeList(client, 'GET /orchestration/artifacts', { query: name === undefined ? {} : { name } }, maximum);
  return pickPlaced('artifact', idOrName, { list, toPlacedChoice: (artifact) => artifact, workspaceId });
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
