import { nounOf } from '../../group.ts';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { absolutePath } from '../../shell.ts';
import { withPackedFolder, type Zip, showUpload, UploadFile } from '../artifact/bundle-folder.ts';

type Resource = Schema<'Resource'>;

/** Lists resources. */
export const readResources = (
  client: Client,
  filter: { environmentId?: string; workspaceId?: string; name?: string } = {},
): Promise<ListPage<Resource>> => readPages(client, 'GET /orchestration/resources', { query: filter });

/** A resource is found by its name or workspace/name. */
export const resourceNoun = nounOf(
  'resource',
  async (client) => (await readResources(client)).items,
  ({ id, name, workspaceInfo }) => ({
    id,
    names: [name, `${workspaceInfo.name ?? ''}/${name}`],
    place: [workspaceInfo.environment?.name, workspaceInfo.name].filter(Boolean).join('/'),
  }),
);

/** Reads a resource. */
export const readOneResource = async (client: Client, resourceId: string): Promise<Resource> =>
  (await client.call('GET /orchestration/resources/{resourceId}', { path: { resourceId } })).body;

/** Calls `send` with the content of a resource: a file, or a zip of a folder. `isFile` is true for a file. */
export async function withContent<T>(
  { output, shell }: Pick<Context, 'output' | 'shell'>,
  path: string,
  send: (file: UploadFile, isFile: boolean) => Promise<T>,
): Promise<T> {
  const fullPath = absolutePath(path, shell);
  const found = await stat(fullPath).catch(() => undefined);
  if (!found) throw new Failure('usage', `${path} does not exist or cannot be read.`);
  if (!found.isDirectory() && !found.isFile()) throw new Failure('usage', `${path} is neither a file nor a folder.`);
  const upload = async (content: Zip): Promise<T> => {
    const blob = await openAsBlob(content.path).catch(() => {
      throw new Failure('usage', `${path} cannot be read.`);
    });
    try {
      return await send(new UploadFile(blob, content.name, showUpload(content.name, output)), found.isFile());
    } finally {
      output.progress('');
    }
  };
  if (found.isFile()) return upload({ path: fullPath, name: basename(path) });
  return withPackedFolder(path, { shell, output }, upload);
}
