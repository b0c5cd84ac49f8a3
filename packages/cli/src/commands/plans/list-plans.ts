import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { readPages } from '../../pages.ts';
import type { Shell } from '../../shell.ts';
import { findEnvironmentId } from '../environments/find-environment.ts';
import { findTaskId } from '../tasks/find-task.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { chartSteps } from './plan-steps.ts';

type ListOptions = { environment?: string; workspace?: string; task?: string; name?: string };

/** `millrace plan list`. */
export function listPlans(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List plans')
    .option('--environment <name or id>', 'only those of an environment')
    .option('--workspace <name or id>', 'only those of a workspace')
    .option('--task <name or id>', 'only those with a task in a step or an error handler')
    .option('--name <beginning>', 'only those whose name begins like this')
    .addHelpText('after', examples('millrace plan list', 'millrace plan list --task load-orders'))
    .action(async (options: ListOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const filter = {
        ...(options.environment !== undefined && { environmentId: await findEnvironmentId(client, options.environment) }),
        ...(options.workspace !== undefined && { workspaceId: (await resolveWorkspace(client, options.workspace)).id }),
        ...(options.task !== undefined && { taskId: await findTaskId(client, options.task) }),
        ...(options.name !== undefined && { name: options.name }),
      };
      const page = await readPages(
        async (limit, offset) => (await client.call('GET /orchestration/executables/plans', { query: { ...filter, limit, offset } })).body,
      );
      if (output.json) return output.printJson(page);
      return output.printTable(
        ['ID', 'NAME', 'WORKSPACE', 'ENVIRONMENT', 'STEPS', 'LAST EXECUTION', 'PAUSED'],
        page.items.map(({ executable, name, workspace, chart, status, planPauseDetails }) => [
          executable,
          name,
          workspace?.name,
          workspace?.environment?.name,
          chartSteps(chart).length,
          status,
          planPauseDetails?.pause ? 'yes' : 'no',
        ]),
        'No plans.',
      );
    });
}
