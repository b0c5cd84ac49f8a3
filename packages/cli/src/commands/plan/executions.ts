import type { Schema } from '@millrace/contract';
import { serverCommand, thingCommand } from '../../command-builders.ts';
import { Failure } from '../../failure.ts';
import { given } from '../../given.ts';
import { exitCodeOfPlan, PLAN_STATUSES, printStop, reasonInWords, secondsBetween } from '../../outcomes.ts';
import { readPages } from '../../pages.ts';
import { periodFields, PERIOD_OPTIONS, readWholeNumber } from '../../option-values.ts';
import { readInStates, stateCell, STARTERS, statusOption } from '../../states.ts';
import { localTime } from '../../text.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { findWorkspaceId } from '../workspace/lookup.ts';
import { followPlanExecution } from './run.ts';
import { findPlanId, namePlans, readPlanExecution, readStepExecutions, planExecutionNoun } from './lookup.ts';
import { nameSteps } from './chart-steps.ts';

/** What `readInStates` needs to know of a plan execution. */
const STATE_AND_TIME = {
  stateOf: ({ status }: Schema<'PlanExecutionStatus'>) => [status] as const,
  timeOf: ({ startTimestamp }: Schema<'PlanExecutionStatus'>) => startTimestamp,
};

/** `millrace plan executions`. */
export const listPlanExecutions = serverCommand('executions', {
  description: 'List executions of plans, newest first',
  arguments: { '[name or id]': 'only those of a plan' },
  options: {
    '--environment <name or id>': 'only those of an environment',
    '--workspace <name or id>': 'only those of a workspace',
    '--status <state>': statusOption('only those in a state; failed are all that did not end well', PLAN_STATUSES),
    ...PERIOD_OPTIONS,
    '--limit <n>': { text: 'maximum number', parse: readWholeNumber, default: 20 },
  },
  examples: ['millrace plan executions', 'millrace plan executions monthly --status failed --last-days 7'],
  async run({ client, output, options }, plan: string | undefined) {
    const { environment, workspace } = options;
    if (plan !== undefined && (environment !== undefined || workspace !== undefined))
      throw new Failure('usage', 'A plan has one workspace: leave out --environment and --workspace.');
    const planId = plan === undefined ? undefined : await findPlanId(client, plan);
    const location = {
      ...(environment !== undefined && { environmentId: await findEnvironmentId(client, environment) }),
      ...given({ workspaceId: await findWorkspaceId(client, workspace) }),
    };
    const period = periodFields(options);
    const page = await readInStates(options, STATE_AND_TIME, (filter, maximum) =>
      planId === undefined
        ? readPages(client, 'GET /processing/executables/plans/executions', { query: { ...period, ...location, ...filter } }, maximum)
        : readPages(
            client,
            'GET /processing/executables/plans/{planId}/executions',
            { path: { planId }, query: { ...period, ...filter } },
            maximum,
          ),
    );
    if (output.wantsData) return output.printData(page);
    const nameOf = await namePlans(
      client,
      page.items.map((execution) => execution.planId),
    );
    return output.printTable(
      ['PLAN EXECUTION', 'PLAN', 'STATE', 'STARTED', 'BY', 'TASKS', 'SECONDS'],
      page.items.map((execution) => [
        execution.executionId,
        nameOf(execution.planId),
        stateCell(execution.status),
        localTime(execution.startTimestamp),
        STARTERS[execution.executionType],
        `${execution.doneExecutableCount} of ${execution.plannedExecutableCount}`,
        secondsBetween(execution),
      ]),
      'No plan executions.',
    );
  },
});

/** `millrace plan steps`: shows a plan execution with its started steps. */
export const listStepExecutions = thingCommand(planExecutionNoun, 'steps', {
  description: 'Show a plan execution with its started steps',
  examples: ['millrace plan steps 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'],
  async run({ client, output }, planExecutionId) {
    const execution = await readPlanExecution(client, planExecutionId);
    const steps = await readStepExecutions(client, planExecutionId);
    if (output.wantsData) return output.printData({ ...execution, steps });
    const [nameOf, stepNameOf] = [await namePlans(client, [execution.planId]), await nameSteps(client, execution.planId)];
    output.printProperties([
      ['Plan execution', execution.executionId],
      ['Plan', nameOf(execution.planId)],
      ['State', stateCell(execution.status)],
      ['Stopped by', execution.endRequest?.accountName],
      ['Reason', reasonInWords(execution)],
      ['Tasks', `${execution.doneExecutableCount} of ${execution.plannedExecutableCount}`],
      ['Started', `${localTime(execution.startTimestamp)} (by ${STARTERS[execution.executionType]})`],
      ['Finished', execution.finishTimestamp === null ? undefined : localTime(execution.finishTimestamp)],
      ['Seconds', secondsBetween(execution)],
    ]);
    output.print('');
    return output.printTable(
      ['STEP', 'STATE', 'STARTED', 'SECONDS', 'STEP EXECUTION'],
      steps.map((step) => [
        stepNameOf(step.id),
        stateCell(step.executionStatus),
        localTime(step.startTimestamp),
        secondsBetween(step),
        step.executionId,
      ]),
      'No step has started.',
    );
  },
});

/** `millrace plan stop`: stops a plan execution and, when asked, waits for its end. */
export const endPlanExecution = thingCommand(planExecutionNoun, 'stop', {
  description: 'Stop a plan execution with the executions of its current step; one that has ended stays as it is',
  options: { '--wait': 'wait for the end and print the steps and the outcome, which is also the exit code' },
  examples: ['millrace plan stop 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --wait'],
  async run(context, planExecutionId) {
    const { client } = context;
    const { wait = false } = context.options;
    const before = await readPlanExecution(client, planExecutionId);
    await client.call('DELETE /processing/executions/plans/{planExecutionId}', { path: { planExecutionId } });
    const hasEnded = exitCodeOfPlan(before.status) !== undefined;
    printStop(context, 'Plan execution', { executionId: planExecutionId, hasEnded, wait });
    if (wait) await followPlanExecution(context, planExecutionId);
  },
});
