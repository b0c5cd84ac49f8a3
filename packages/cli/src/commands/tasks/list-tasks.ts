import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { readPages } from '../../pages.ts';
import type { Shell } from '../../shell.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';

/** `millrace task list`. */
export function listTasks(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List tasks')
    .option('--workspace <name or id>', 'only those of a workspace')
    .option('--name <beginning>', 'only those whose name begins like this')
    .addHelpText('after', examples('millrace task list', 'millrace task list --workspace Shared'))
    .action(async (options: { workspace?: string; name?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const filter = {
        ...(options.workspace !== undefined && { workspaceId: (await resolveWorkspace(client, options.workspace)).id }),
        ...(options.name !== undefined && { name: options.name }),
      };
      const page = await readPages(
        async (limit, offset) => (await client.call('GET /orchestration/executables/tasks', { query: { ...filter, limit, offset } })).body,
      );
      if (output.json) return output.printJson(page);
      return output.printTable(
        ['ID', 'NAME', 'WORKSPACE', 'ENVIRONMENT', 'RUNS ON'],
        page.items.map(({ executable, name, workspace, runtime }) => [
          executable,
          name,
          workspace.name,
          workspace.environment?.name,
          runtime?.type === undefined
            ? { text: 'not set', tone: 'dim' }
            : runtime.type === 'CLOUD'
              ? 'any engine'
              : (runtime.id ?? runtime.type),
        ]),
        'No tasks.',
      );
    });
}
