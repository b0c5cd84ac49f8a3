import { Option, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findEngineId } from '../engines/find-engine.ts';
import { findEnvironmentId } from '../environments/find-environment.ts';
import { findPlanId } from '../plans/find-plan.ts';
import { findTaskId } from '../tasks/find-task.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { fieldsOfOptions, withAlertOptions, type AlertOptions } from './alert-options.ts';

const CONDITIONS = ['run_failed', 'run_long', 'run_absent', 'engine_lost'] as const;

type CreateOptions = AlertOptions & {
  when: (typeof CONDITIONS)[number];
  task?: string;
  plan?: string;
  workspace?: string;
  environment?: string;
  engine?: string;
};

/** `millrace alert create`. */
export function createAlert(parent: Command, shell: Shell): void {
  const command = parent
    .command('create')
    .description('Create an alert rule. Without recipients it notifies you')
    .argument('<name>', 'name of the rule')
    .addOption(new Option('--when <condition>', 'when it alerts').choices(CONDITIONS).default('run_failed'))
    .option('--task <name or id>', 'for runs of a task')
    .option('--plan <name or id>', 'for runs of a plan')
    .option('--workspace <name or id>', 'for all runs of a workspace')
    .option('--environment <name or id>', 'for all runs, or all engines, of an environment')
    .option('--engine <name or id>', 'for an engine');
  withAlertOptions(command)
    .addHelpText('after', examples('millrace alert create "Nightly load" --task load-airports --email ops@example.com'))
    .action(async (name: string, options: CreateOptions, self: Command) => {
      const { client, output } = await openContext(self, shell);
      const fields = await fieldsOfOptions(client, options, shell);
      const recipients = fields.recipients ?? { users: [(await client.call('GET /account/me')).body.id] };
      const target = {
        ...(options.task !== undefined && { taskId: await findTaskId(client, options.task) }),
        ...(options.plan !== undefined && { planId: await findPlanId(client, options.plan) }),
        ...(options.workspace !== undefined && { workspaceId: (await resolveWorkspace(client, options.workspace)).id }),
        ...(options.environment !== undefined && { environmentId: await findEnvironmentId(client, options.environment) }),
        ...(options.engine !== undefined && { engineId: await findEngineId(client, options.engine) }),
      };
      const { body } = await client.call('POST /api/v1/alerts', {
        body: { ...fields, ...target, name, condition: options.when, recipients },
      });
      return output.printResult(body, `Created alert ${body.name}. Its id is ${body.id}.`);
    });
}
