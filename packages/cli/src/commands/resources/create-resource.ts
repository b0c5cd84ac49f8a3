import { basename } from 'node:path';

import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { withContent } from './resource-content.ts';

type CreateOptions = { name?: string; workspace?: string; description?: string };

/** `millrace resource create`. */
export function createResource(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .summary('Upload a file or a folder that tasks use')
    .description('Upload a file or a folder that tasks use\n\nA folder is packed first, without .git; engines unpack it before a run.')
    .argument('<file or folder>', 'the content')
    .option('--name <name>', 'name of the resource (default: that of the file or folder)')
    .option('--workspace <name or id>', 'its workspace (default: the only one you see, or Shared of the default environment)')
    .option('--description <text>', 'its purpose')
    .addHelpText(
      'after',
      examples('millrace resource create airports.csv', 'millrace resource create ./drivers --name jdbc-drivers --workspace Shared'),
    )
    .action(async (path: string, options: CreateOptions, command: Command) => {
      const context = await openContext(command, shell);
      const { client, output } = context;
      const resource = await withContent(context, path, async (file, isFile) => {
        const workspace = await resolveWorkspace(client, options.workspace);
        const { name = basename(absolutePath(path, shell)), description } = options;
        const form = new FormData();
        form.set(
          'resource',
          JSON.stringify({ name, workspaceId: workspace.id, file: isFile, ...(description !== undefined && { description }) }),
        );
        form.set('file', file);
        return (await client.call('POST /orchestration/resources', { form })).body;
      });
      return output.printResult(resource, `Created resource ${resource.name} (${resource.id}) in ${resource.workspaceInfo.name ?? ''}.`);
    });
}
