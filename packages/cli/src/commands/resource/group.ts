import { deleteCommand, group, listCommand, showCommand } from '../../group.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { changeResource, createResource, moveResource } from './change.ts';
import { readOneResource, readResources, resourceNoun } from './lookup.ts';

type ListOptions = { environment?: string; workspace?: string; name?: string };

const listResources = listCommand({
  description: 'List files and folders that tasks use',
  examples: ['millrace resource list', 'millrace resource list --workspace Shared --name airports'],
  options: (command) =>
    command
      .option('--environment <name or id>', 'only those of an environment')
      .option('--workspace <name or id>', 'only those of a workspace')
      .option('--name <part>', 'only those with this in their name'),
  read: async ({ client }, { environment, workspace, name }: ListOptions) =>
    readResources(client, {
      ...(environment !== undefined && { environmentId: await findEnvironmentId(client, environment) }),
      ...(workspace !== undefined && { workspaceId: (await resolveWorkspace(client, workspace)).id }),
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

const getResource = showCommand(resourceNoun, {
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
  getResource,
  changeResource,
  moveResource,
  deleteResource,
]);
