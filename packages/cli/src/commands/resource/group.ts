import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { given } from '../../given.ts';
import { deleteCommand, group, listCommand, nounOf, serverCommand, showCommand, thingCommand } from '../../command-builders.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { absolutePath } from '../../shell.ts';
import { showUpload, UploadFile } from '../../upload.ts';
import { withPackedFolder, type Zip } from '../artifact/bundle-folder.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { findWorkspaceId, findWorkspaceOrDefault } from '../workspace/lookup.ts';

type Resource = Schema<'Resource'>;

/** Lists resources. */
const readResources = (
  client: Client,
  filter: { environmentId?: string; workspaceId?: string; name?: string } = {},
): Promise<ListPage<Resource>> => readPages(client, 'GET /orchestration/resources', { query: filter });

/** A resource is found by its name or workspace/name. */
const resourceNoun = nounOf(
  'resource',
  async (client) => (await readResources(client)).items,
  ({ id, name, workspaceInfo }) => ({
    id,
    names: [name, `${workspaceInfo.name ?? ''}/${name}`],
    place: [workspaceInfo.environment?.name, workspaceInfo.name].filter(Boolean).join('/'),
  }),
);

/** Reads a resource. */
const readOneResource = async (client: Client, resourceId: string): Promise<Resource> =>
  (await client.call('GET /orchestration/resources/{resourceId}', { path: { resourceId } })).body;

/** Calls `send` with the content of a resource: a file, or a zip of a folder. `isFile` is true for a file. */
async function withContent<T>(
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

/** `millrace resource create`. */
const createResource = serverCommand('create', {
  description: 'Upload a file or a folder that tasks use\n\nA folder is packed first, without .git; engines unpack it before a run.',
  arguments: { '<file or folder>': 'the content' },
  options: {
    '--name <name>': 'name of the resource (default: that of the file or folder)',
    '--workspace <name or id>': 'its workspace (default: the only one you see, or Shared of the default environment)',
    '--description <text>': 'its purpose',
  },
  examples: ['millrace resource create airports.csv', 'millrace resource create ./drivers --name jdbc-drivers --workspace Shared'],
  async run(context, path: string) {
    const { client, output, shell, options } = context;
    const resource = await withContent(context, path, async (file, isFile) => {
      const workspace = await findWorkspaceOrDefault(client, options.workspace);
      const { name = basename(absolutePath(path, shell)), description } = options;
      const form = new FormData();
      form.set('resource', JSON.stringify({ name, workspaceId: workspace.id, file: isFile, description }));
      form.set('file', file);
      return (await client.call('POST /orchestration/resources', { form })).body;
    });
    return output.printResult(resource, `Created resource ${resource.name} (${resource.id}) in ${resource.workspaceInfo.name ?? ''}.`);
  },
});

/** `millrace resource change`. */
const changeResource = thingCommand(resourceNoun, 'change', {
  description: 'Change a resource; fields that no option names stay as they are',
  options: {
    '--name <name>': 'new name',
    '--description <text>': 'new description',
    '--content <file or folder>': 'new content; a file stays a file, a folder a folder',
  },
  needsOption: true,
  examples: ['millrace resource change airports.csv --content airports-2026.csv'],
  async run(context, resourceId) {
    const { client, output, options } = context;
    const { name, description, content } = options;
    const path = { resourceId };
    const before = await readOneResource(client, path.resourceId);
    if (content !== undefined)
      await withContent(context, content, async (file, isFile) => {
        if (isFile !== before.file)
          throw new Failure(
            'usage',
            `${content} is a ${isFile ? 'file' : 'folder'}, and the resource is a ${before.file ? 'file' : 'folder'}.`,
          );
        const form = new FormData();
        form.set('file', file);
        await client.call('PUT /orchestration/resources/{resourceId}/upload', { path, form });
      });
    if (name !== undefined || description !== undefined) {
      const body = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
      await client.call('PATCH /orchestration/resources/{resourceId}', { path, body });
    }
    const changed = await readOneResource(client, path.resourceId);
    return output.printResult(changed, `Changed resource ${changed.name} (${changed.id}).`);
  },
});

/** `millrace resource move`. */
const moveResource = thingCommand(resourceNoun, 'move', {
  description: 'Move a resource that no task uses to another workspace of its environment',
  arguments: { '<workspace>': 'name or id of the workspace' },
  examples: ['millrace resource move airports.csv Finance'],
  async run({ client, output }, resourceId, workspace: string) {
    const path = {
      resourceId,
      targetWorkspaceId: (await findWorkspaceOrDefault(client, workspace)).id,
    };
    const { body } = await client.call('PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}', { path });
    return output.printResult(body, `Moved resource ${body.name} (${body.id}) to ${body.workspaceInfo.name ?? ''}.`);
  },
});

const listResources = listCommand({
  description: 'List files and folders that tasks use',
  examples: ['millrace resource list', 'millrace resource list --workspace Shared --name airports'],
  options: {
    '--environment <name or id>': 'only those of an environment',
    '--workspace <name or id>': 'only those of a workspace',
    '--name <part>': 'only those with this in their name',
  },
  read: async ({ client }, { environment, workspace, name }) =>
    readResources(client, {
      ...(environment !== undefined && { environmentId: await findEnvironmentId(client, environment) }),
      ...given({ workspaceId: await findWorkspaceId(client, workspace) }),
      ...(name !== undefined && { name }),
    }),
  columns: () => ({
    ID: (resource) => resource.id,
    NAME: (resource) => resource.name,
    KIND: (resource) => (resource.file ? 'file' : 'folder'),
    WORKSPACE: (resource) => resource.workspaceInfo.name,
    ENVIRONMENT: (resource) => resource.workspaceInfo.environment?.name,
    DESCRIPTION: (resource) => resource.description,
  }),
  none: 'No resources.',
});

const showResource = showCommand(resourceNoun, {
  description: 'Show a resource',
  examples: ['millrace resource show airports.csv'],
  read: readOneResource,
  print: ({ output }, resource) =>
    output.printProperties([
      ['Id', resource.id],
      ['Name', resource.name],
      ['Description', resource.description],
      ['Kind', resource.file ? 'file' : 'folder'],
      ['Workspace', [resource.workspaceInfo.environment?.name, resource.workspaceInfo.name].filter(Boolean).join('/')],
    ]),
});

const deleteResource = deleteCommand(resourceNoun, {
  description: 'Delete a resource that no task uses',
  examples: ['millrace resource delete airports.csv'],
  send: (client, resourceId) => client.call('DELETE /orchestration/resources/{resourceId}', { path: { resourceId } }),
});

/** `millrace resource`. */
export const resourceGroup = group('resource', 'Upload files and folders that tasks use, list, change, move and delete them', [
  createResource,
  listResources,
  showResource,
  changeResource,
  moveResource,
  deleteResource,
]);
