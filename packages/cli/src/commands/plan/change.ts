import type { Schema } from '@millrace/contract';
import { serverCommand, thingCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { oneLine } from '../../text.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { readPlan, workspaceOfPlan, planNoun } from './lookup.ts';
import { type ChartStep, chartSteps, readSteps, type StepOptions, withSteps } from './steps.ts';

type CreateOptions = StepOptions & { workspace?: string; description?: string };

/** `millrace plan create`. */
export const createPlan = serverCommand('create', {
  description: 'Create a plan from steps of tasks\n\nThe steps run one after another, the tasks of a step in parallel.',
  arguments: { '<name>': 'name of the plan' },
  options: (command) =>
    withSteps(
      command
        .option('--workspace <name or id>', 'workspace of the plan (default: the only one you see, or Shared of the default environment)')
        .option('--description <text>', 'its purpose'),
    ),
  examples: [
    'millrace plan create monthly --step "Load=load-orders,load-rates" --step "Write=write-invoices"',
    'millrace plan create monthly --workspace Production/Finance --steps-file steps.json',
  ],
  async run({ client, output, shell }, name: string, options: CreateOptions) {
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
  },
});

type StepRequest = Schema<'StepRequest'>;
type ReplaceOptions = StepOptions & { name?: string; description?: string };

/** `millrace plan change`. */
export const replacePlan = thingCommand(planNoun, 'change', {
  description:
    'Change a plan; fields that no option names stay as they are\n\nNamed steps replace all steps. A step that keeps its name stays the same step.',
  options: (command) => withSteps(command.option('--name <name>', 'new name').option('--description <text>', 'new description')),
  needsOption: true,
  examples: [
    'millrace plan change monthly --name "Monthly invoices"',
    'millrace plan change monthly --step "Load=load-orders,load-rates" --step "Write=write-invoices" --step "Mail=send-mails"',
  ],
  async run({ client, output, shell }, planId, options: ReplaceOptions) {
    const plan = await readPlan(client, planId);
    const steps = await readSteps(client, options, workspaceOfPlan(plan), shell);
    const description = options.description ?? plan.description;
    const body: Schema<'ReplacePlanRequest'> = {
      name: options.name ?? plan.name,
      ...(description !== undefined && { description }),
      ...(steps && { steps: withKnownIds(steps, chartSteps(plan.chart)) }),
    };
    const { body: changed } = await client.call('PUT /orchestration/executables/plans/{planId}', { path: { planId }, body });
    return output.printResult(changed, `Changed plan ${changed.name} (${changed.id}); it has ${changed.steps.length} steps.`);
  },
});

/** Gives each step without an id the id of the present step with the same name, so that earlier executions still refer to it. */
function withKnownIds(steps: readonly StepRequest[], present: readonly ChartStep[]): StepRequest[] {
  const ids = new Map(present.map(({ name, id }) => [name, id]));
  return steps.map((step) => {
    const id = step.id ?? ids.get(step.name);
    // Two steps may have one name, but not one id.
    ids.delete(step.name);
    return { ...step, ...(id !== undefined && { id }) };
  });
}
