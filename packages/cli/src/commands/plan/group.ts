import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { deleteCommand, group, listCommand, thingCommand } from '../../group.ts';
import { readPages } from '../../pages.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { describePause, pauseCommand } from '../executable/pause.ts';
import { findTaskId } from '../task/lookup.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { createPlan, replacePlan } from './change.ts';
import { changePlanRunConfig } from './config.ts';
import { endPlanExecution, listPlanExecutions, listStepExecutions } from './executions.ts';
import { addFollowCommand } from './follow.ts';
import { readPlan, readPlanRunConfig, planNoun } from './lookup.ts';
import { rerunPlanExecution, startPlanExecution } from './run.ts';
import { chartSteps, STEP_TITLES, stepRow, toStepRequest } from './steps.ts';

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

const getPlan = thingCommand(planNoun, 'show', {
  description: 'Show a plan with its steps and its trigger',
  options: (command) => command.option('--steps', 'print only the steps, as a JSON list that --steps-file accepts'),
  examples: ['millrace plan show monthly', 'millrace plan show monthly --steps > steps.json'],
  async run({ client, output }, planId, { steps: onlySteps }: { steps?: true }) {
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
  },
});

const sendPause = (client: Client, planId: string, body: Schema<'PauseRequest'>) =>
  client.call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId }, body });

const PAUSE = 'Pause a plan: it starts neither on request nor by its trigger; running executions continue';
const pausePlan = pauseCommand(planNoun, 'pause', PAUSE, 'monthly', sendPause);
const resumePlan = pauseCommand(planNoun, 'resume', 'Let a paused plan start again', 'monthly', sendPause);

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
