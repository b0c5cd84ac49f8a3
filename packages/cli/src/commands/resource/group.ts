import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { deleteCommand, group, type Noun } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { changeResource, createResource, moveResource } from './change.ts';
import { findResourceId, readOneResource, readResources } from './lookup.ts';

type ListOptions = { environment?: string; workspace?: string; name?: string };

/** `millrace resource list`. */
function listResources(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List files and folders that tasks use')
    .option('--environment <name or id>', 'only those of an environment')
    .option('--workspace <name or id>', 'only those of a workspace')
    .option('--name <part>', 'only those with this in their name')
    .addHelpText('after', examples('millrace resource list', 'millrace resource list --workspace Shared --name airports'))
    .action(async ({ environment, workspace, name }: ListOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const page = await readResources(client, {
        ...(environment !== undefined && { environmentId: await findEnvironmentId(client, environment) }),
        ...(workspace !== undefined && { workspaceId: (await resolveWorkspace(client, workspace)).id }),
        ...(name !== undefined && { name }),
      });
      if (output.json) return output.printJson(page);
      return output.printTable(
        ['ID', 'NAME', 'KIND', 'WORKSPACE', 'ENVIRONMENT', 'DESCRIPTION'],
        page.items.map((resource) => [
          resource.id,
          resource.name,
          resource.file ? 'file' : 'folder',
          resource.workspaceInfo.name,
          resource.workspaceInfo.environment?.name,
          resource.description,
        ]),
        'No resources.',
      );
    });
}

/** `millrace resource show`. */
function getResource(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a resource')
    .argument('<name or id>', 'the resource')
    .addHelpText('after', examples('millrace resource show airports.csv'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const resource = await readOneResource(client, await findResourceId(client, idOrName));
      if (output.json) return output.printJson(resource);
      return output.printProperties([
        ['Id', resource.id],
        ['Name', resource.name],
        ['Description', resource.description],
        ['Kind', resource.file ? 'file' : 'folder'],
        ['Workspace', [resource.workspaceInfo.environment?.name, resource.workspaceInfo.name].filter(Boolean).join('/')],
      ]);
    });
}

const resourceNoun: Noun = { what: 'resource', argument: '<name or id>', find: findResourceId };

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
