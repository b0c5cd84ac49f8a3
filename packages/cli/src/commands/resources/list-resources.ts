import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findEnvironmentId } from '../environments/find-environment.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { readResources } from './find-resource.ts';

type ListOptions = { environment?: string; workspace?: string; name?: string };

/** `millrace resource list`. */
export function listResources(parent: Command, shell: Shell): void {
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
