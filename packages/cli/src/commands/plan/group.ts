import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { type Noun, deleteCommand, group, listCommand } from '../../group.ts';
import { readPages } from '../../pages.ts';
import type { Shell } from '../../shell.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { addPauseCommand, describePause, type SendPause } from '../executable/pause.ts';
import { findTaskId } from '../task/lookup.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { createPlan, replacePlan } from './change.ts';
import { changePlanRunConfig } from './config.ts';
import { endPlanExecution, listPlanExecutions, listStepExecutions } from './executions.ts';
import { addFollowCommand } from './follow.ts';
import { findPlanId, readPlan, readPlanRunConfig } from './lookup.ts';
import { rerunPlanExecution, startPlanExecution } from './run.ts';
import { chartSteps, STEP_TITLES, stepRow, toStepRequest } from './steps.ts';

const planNoun: Noun = { what: 'plan', argument: '<name or id>', find: findPlanId };

type ListOptions = { environment?: string; workspace?: string; task?: string; name?: string };

const listPlans = listCommand({
  description: 'List plans',
  examples: ['millrace plan list', 'millrace plan list --task load-orders'],
  options: (command) =>
    command
      .option('--environment <name or id>', 'only those of an environment')
      .option('--workspace <name or id>', 'only those of a workspace')
      .option('--task <name or id>', 'only those with a task in a step or an error handler')
      .option('--name <beginning>', 'only those whose name begins like this'),
  async read({ client }, options: ListOptions) {
    const filter = {
      ...(options.environment !== undefined && { environmentId: await findEnvironmentId(client, options.environment) }),
      ...(options.workspace !== undefined && { workspaceId: (await resolveWorkspace(client, options.workspace)).id }),
      ...(options.task !== undefined && { taskId: await findTaskId(client, options.task) }),
      ...(options.name !== undefined && { name: options.name }),
    };
    const page = await readPages(
      async (limit, offset) => (await client.call('GET /orchestration/executables/plans', { query: { ...filter, limit, offset } })).body,
    );
    return page;
  },
  columns: () => ({
    ID: ({ executable }) => executable,
    NAME: ({ name }) => name,
    WORKSPACE: ({ workspace }) => workspace?.name,
    ENVIRONMENT: ({ workspace }) => workspace?.environment?.name,
    STEPS: ({ chart }) => chartSteps(chart).length,
    'LAST EXECUTION': ({ status }) => status,
    PAUSED: ({ planPauseDetails }) => (planPauseDetails?.pause ? 'yes' : 'no'),
  }),
  none: 'No plans.',
});

/** `millrace plan show`. */
function getPlan(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a plan with its steps and its trigger')
    .argument('<name or id>', 'the plan')
    .option('--steps', 'print only the steps, as a JSON list that --steps-file accepts')
    .addHelpText('after', examples('millrace plan show monthly', 'millrace plan show monthly --steps > steps.json'))
    .action(async (idOrName: string, { steps: onlySteps }: { steps?: true }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const planId = await findPlanId(client, idOrName);
      const plan = await readPlan(client, planId);
      const steps = chartSteps(plan.chart);
      if (onlySteps) return output.printJson(steps.map(toStepRequest));
      const runConfig = await readPlanRunConfig(client, planId);
      if (output.json) return output.printJson({ ...plan, runConfig: runConfig ?? null });
      output.printProperties([
        ['Id', plan.executable],
        ['Name', plan.name],
        ['Description', plan.description],
        ['Workspace', [plan.workspace?.environment?.name, plan.workspace?.name].filter(Boolean).join('/')],
        ['Paused', describePause(plan.planPauseDetails)],
        ['Trigger', runConfig?.trigger.type ?? 'none'],
        ['In parallel', runConfig?.parallelExecutionAllowed ? 'yes' : 'no'],
        ['Last execution', plan.status],
      ]);
      output.print('');
      return output.printTable(STEP_TITLES, steps.map(stepRow), 'The plan has no steps.');
    });
}

const send: SendPause = async (client, idOrName, body) => {
  const planId = await findPlanId(client, idOrName);
  await client.call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId }, body });
  return planId;
};

/** `millrace plan pause`. */
const pausePlan = (parent: Command, shell: Shell): void =>
  addPauseCommand(parent, shell, {
    name: 'pause',
    description: 'Pause a plan: it starts neither on request nor by its trigger; running executions continue',
    noun: 'plan',
    example: 'monthly',
    send,
  });

/** `millrace plan resume`. */
const resumePlan = (parent: Command, shell: Shell): void =>
  addPauseCommand(parent, shell, { name: 'resume', description: 'Let a paused plan start again', noun: 'plan', example: 'monthly', send });

const deletePlan = deleteCommand(planNoun, {
  description: 'Delete a plan; its executions stay in the history. Refused while an execution is unfinished or another plan uses it',
  examples: ['millrace plan delete monthly'],
  send: (client, planId) => client.call('DELETE /orchestration/executables/plans/{planId}', { path: { planId } }),
});

/** `millrace plan`. */
export const planGroup = group('plan', 'Run tasks in steps: create plans, run them and follow their steps', [
  createPlan,
  listPlans,
  getPlan,
  replacePlan,
  changePlanRunConfig,
  startPlanExecution,
  pausePlan,
  resumePlan,
  deletePlan,
  listPlanExecutions,
  listStepExecutions,
  addFollowCommand,
  endPlanExecution,
  rerunPlanExecution,
]);
