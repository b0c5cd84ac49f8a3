import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { deleteCommand, group, listCommand, serverCommand, thingCommand } from '../../command-builders.ts';
import { readPages } from '../../pages.ts';
import { stateCell } from '../../states.ts';
import { oneLine } from '../../text.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { describePause, pauseCommand } from '../executable/pause.ts';
import { findTaskId } from '../task/lookup.ts';
import { describeTrigger, toTrigger, START_OPTIONS } from '../trigger/options.ts';
import { findWorkspaceId, findWorkspaceOrDefault } from '../workspace/lookup.ts';
import { endPlanExecution, listPlanExecutions, listStepExecutions } from './executions.ts';
import { planNoun, readPlan, readPlanRunConfig, workspaceOfPlan } from './lookup.ts';
import { followPlanExecutionCommand, rerunPlanExecution, startPlanExecution } from './run.ts';
import { given } from '../../given.ts';
import { chartSteps, readSteps, STEP_TITLES, stepRow, toStepRequest, STEP_OPTIONS, withKnownIds } from './chart-steps.ts';

/** `millrace plan config`: shows the run configuration of a plan, or changes it. */
const changePlanRunConfig = thingCommand(planNoun, 'config', {
  summary: 'Show or change when a plan starts',
  description: 'Show the run configuration of a plan, or change what options name: when it starts',
  options: START_OPTIONS,
  examples: ['millrace plan config monthly', 'millrace plan config monthly --monthly 1 --at 03:00 --zone Europe/Zurich'],
  async run({ client, output, options }, planId) {
    const path = { planId };
    if (Object.keys(options).length > 0) {
      const present: Schema<'PlanRunConfig'> = (await readPlanRunConfig(client, path.planId)) ?? { trigger: { type: 'MANUAL' } };
      const trigger = toTrigger(options) ?? present.trigger;
      const body = { ...present, trigger, ...given({ parallelExecutionAllowed: options.parallel }) };
      await client.call('PUT /orchestration/executables/plans/{planId}/run-config', { path, body });
    }
    const config = await readPlanRunConfig(client, path.planId);
    if (output.wantsData) return output.printData(config ?? null);
    if (!config) return output.note('The plan has no run configuration: it starts on request only.');
    return output.printProperties([
      ['Starts', describeTrigger(config.trigger)],
      ['In parallel', config.parallelExecutionAllowed ? 'yes' : 'no'],
    ]);
  },
});

/** `millrace plan create`. */
const createPlan = serverCommand('create', {
  description: 'Create a plan from steps of tasks\n\nThe steps run one after another, the tasks of a step in parallel.',
  arguments: { '<name>': 'name of the plan' },
  options: {
    '--workspace <name or id>': 'workspace of the plan (default: the only one you see, or Shared of the default environment)',
    '--description <text>': 'its purpose',
    ...STEP_OPTIONS,
  },
  examples: [
    'millrace plan create monthly --step "Load=load-orders,load-rates" --step "Write=write-invoices"',
    'millrace plan create monthly --workspace Production/Finance --steps-file steps.json',
  ],
  async run({ client, output, shell, options }, name: string) {
    const workspace = await findWorkspaceOrDefault(client, options.workspace);
    const steps = await readSteps(client, options, workspace, shell);
    if (!steps) throw new Failure('usage', 'Name the steps with --step or --steps-file.');
    const { description } = options;
    const { body: plan } = await client.call('POST /orchestration/executables/plans', {
      body: { name, workspaceId: workspace.id, steps, ...given({ description }) },
    });
    if (output.wantsData) return output.printData(plan);
    const fullWorkspaceName = `${workspace.environment.name}/${workspace.name}`;
    return output.print(oneLine(`Created plan ${plan.name} (${plan.id}) with ${stepCount(plan.steps)} in ${fullWorkspaceName}.`));
  },
});

/** `millrace plan change`. */
const changePlan = thingCommand(planNoun, 'change', {
  description:
    'Change a plan; fields that no option names stay as they are\n\nNamed steps replace all steps. A step that keeps its name stays the same step.',
  options: { '--name <name>': 'new name', '--description <text>': 'new description', ...STEP_OPTIONS },
  needsOption: true,
  examples: [
    'millrace plan change monthly --name "Monthly invoices"',
    'millrace plan change monthly --step "Load=load-orders,load-rates" --step "Write=write-invoices" --step "Mail=send-mails"',
  ],
  async run({ client, output, shell, options }, planId) {
    const plan = await readPlan(client, planId);
    const steps = await readSteps(client, options, workspaceOfPlan(plan), shell);
    const description = options.description ?? plan.description;
    const body: Schema<'ReplacePlanRequest'> = {
      name: options.name ?? plan.name,
      ...given({ description }),
      ...(steps && { steps: withKnownIds(steps, chartSteps(plan.chart)) }),
    };
    const { body: changed } = await client.call('PUT /orchestration/executables/plans/{planId}', { path: { planId }, body });
    return output.printResult(changed, `Changed plan ${changed.name} (${changed.id}); it has ${stepCount(changed.steps)}.`);
  },
});

const stepCount = ({ length }: readonly unknown[]): string => (length === 1 ? '1 step' : `${length} steps`);

const listPlans = listCommand({
  description: 'List plans',
  examples: ['millrace plan list', 'millrace plan list --task load-orders'],
  options: {
    '--environment <name or id>': 'only those of an environment',
    '--workspace <name or id>': 'only those of a workspace',
    '--task <name or id>': 'only those with a task in a step or an error handler',
    '--name <beginning>': 'only those whose name begins like this',
  },
  async read({ client }, options) {
    const filter = {
      ...(options.environment !== undefined && { environmentId: await findEnvironmentId(client, options.environment) }),
      ...given({ workspaceId: await findWorkspaceId(client, options.workspace) }),
      ...(options.task !== undefined && { taskId: await findTaskId(client, options.task) }),
      ...(options.name !== undefined && { name: options.name }),
    };
    return readPages(client, 'GET /orchestration/executables/plans', { query: filter });
  },
  columns: () => ({
    ID: ({ executable }) => executable,
    NAME: ({ name }) => name,
    WORKSPACE: ({ workspace }) => workspace?.name,
    ENVIRONMENT: ({ workspace }) => workspace?.environment?.name,
    STEPS: ({ chart }) => chartSteps(chart).length,
    'LAST EXECUTION': ({ status }) => status && stateCell(status),
    PAUSED: ({ planPauseDetails }) => (planPauseDetails?.pause ? 'yes' : 'no'),
  }),
  none: 'No plans.',
});

const showPlan = thingCommand(planNoun, 'show', {
  description: 'Show a plan with its steps and its trigger',
  options: { '--steps': 'print only the steps, as a JSON list that --steps-file accepts' },
  examples: ['millrace plan show monthly', 'millrace plan show monthly --steps > steps.json'],
  async run({ client, output, options: { steps: onlySteps } }, planId) {
    const plan = await readPlan(client, planId);
    const steps = chartSteps(plan.chart);
    if (onlySteps) return output.printData(steps.map(toStepRequest));
    const runConfig = await readPlanRunConfig(client, planId);
    if (output.wantsData) return output.printData({ ...plan, runConfig: runConfig ?? null });
    output.printProperties([
      ['Id', plan.executable],
      ['Name', plan.name],
      ['Description', plan.description],
      ['Workspace', [plan.workspace?.environment?.name, plan.workspace?.name].filter(Boolean).join('/')],
      ['Paused', describePause(plan.planPauseDetails)],
      ['Trigger', runConfig?.trigger.type ?? 'none'],
      ['In parallel', runConfig?.parallelExecutionAllowed ? 'yes' : 'no'],
      ['Last execution', plan.status && stateCell(plan.status)],
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
  showPlan,
  changePlan,
  changePlanRunConfig,
  startPlanExecution,
  pausePlan,
  resumePlan,
  deletePlan,
  listPlanExecutions,
  listStepExecutions,
  followPlanExecutionCommand,
  endPlanExecution,
  rerunPlanExecution,
]);
