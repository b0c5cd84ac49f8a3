import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { readSteps, withSteps, type StepOptions } from './step-options.ts';

type CreateOptions = StepOptions & { workspace?: string; description?: string };

/** `millrace plan create`. */
export function createPlan(parent: Command, shell: Shell): void {
  withSteps(
    parent
      .command('create')
      .summary('Create a plan from steps of tasks')
      .description('Create a plan from steps of tasks\n\nThe steps run one after another, the tasks of a step in parallel.')
      .argument('<name>', 'name of the plan')
      .option('--workspace <name or id>', 'workspace of the plan (default: the only one you see, or Shared of the default environment)')
      .option('--description <text>', 'its purpose'),
  )
    .addHelpText(
      'after',
      examples(
        'millrace plan create monthly --step "Load=load-orders,load-rates" --step "Write=write-invoices"',
        'millrace plan create monthly --workspace Production/Finance --steps-file steps.json',
      ),
    )
    .action(async (name: string, options: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const workspace = await resolveWorkspace(client, options.workspace);
      const steps = await readSteps(client, options, workspace, shell);
      if (!steps) throw new Failure('usage', 'Name the steps with --step or --steps-file.');
      const { description } = options;
      const { body: plan } = await client.call('POST /orchestration/executables/plans', {
        body: { name, workspaceId: workspace.id, steps, ...(description !== undefined && { description }) },
      });
      if (output.json) return output.printJson(plan);
      const fullWorkspaceName = `${workspace.environment.name}/${workspace.name}`;
      return output.print(
        oneLine(
          `Created plan ${plan.name} (${plan.id}) with ${plan.steps.length === 1 ? '1 step' : `${plan.steps.length} steps`} in ${fullWorkspaceName}.`,
        ),
      );
    });
}
