import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import type { Context } from '../../context.ts';
import { EXIT, Failure, isInterruption } from '../../failure.ts';
import { type AddCommand, group, serverCommand, showCommand, thingCommand } from '../../command-builders.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';
import { periodFields, readWholeNumber, PERIOD_OPTIONS } from '../../option-values.ts';
import {
  EXECUTION_STATUSES,
  exitCodeOfPlan,
  exitCodeOfStatus,
  finishWithOutcome,
  finishWithPlanOutcome,
  printStop,
  retryWhileUnavailable,
  secondsOf,
  reasonInWords,
  startTimestampOf,
} from '../../outcomes.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { sleep } from '../../shell.ts';
import { readInStates, stateCell, STARTERS, statusOption } from '../../states.ts';
import { localTime } from '../../text.ts';
import { nameEngine } from '../engine/lookup.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { planExecutionNoun } from '../plan/lookup.ts';
import { findTaskId, nameTasks } from '../task/lookup.ts';
import { findWorkspaceOrDefault } from '../workspace/lookup.ts';
import { listExecutionLogs } from './logs.ts';
import { executionNoun, withTaskExecution } from './lookup.ts';
import { searchExecutions } from './search.ts';

const PAUSE_MS = 500;

/** `millrace execution wait`: waits for the end of an execution of a task or plan. */
const waitForExecution = serverCommand('wait', {
  description: 'Wait for the end of an execution of a task or plan and print the outcome, which is also the exit code',
  arguments: { '<id>': 'the execution; the beginning of the id is enough' },
  options: { '--seconds <n>': { text: 'wait at most this long, then fail; the execution goes on', parse: readWholeNumber } },
  examples: ['millrace execution wait 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --seconds 600'],
  async run(context, idOrPrefix: string) {
    const { shell } = context;
    const { seconds } = context.options;
    const executionId = await findTaskOrPlanExecutionId(context.client, idOrPrefix);
    try {
      await waitForOutcome(context, executionId, seconds && seconds * 1000);
    } catch (error) {
      if (!isInterruption(error)) throw error;
      context.output.note(`Stopped waiting. The execution goes on: millrace execution wait ${executionId}`);
      shell.exitCode = EXIT.interrupted;
    }
  },
});

/**
 * Waits for the end of the execution of a task or plan, and prints its outcome. `waitForTask` and `waitForPlan` of the client are not enough: the id may
 * be that of either, and a person reads here when the server does not answer.
 */
async function waitForOutcome(context: Context, executionId: string, maximumMs = Infinity): Promise<void> {
  const { client, shell } = context;
  const start = performance.now();
  for (;;) {
    const { task, plan } = await retryWhileUnavailable(context, () => readTaskOrPlanExecution(client, executionId));
    if (task && exitCodeOfStatus(task.status) !== undefined) return finishWithOutcome(context, task);
    if (plan && exitCodeOfPlan(plan.status) !== undefined) return finishWithPlanOutcome(context, plan);
    const leftMs = maximumMs - (performance.now() - start);
    if (leftMs <= 0) throw new Failure('refused', `Execution ${executionId} has not ended in time; it goes on.`);
    await sleep(Math.min(PAUSE_MS, leftMs), shell.signal);
  }
}

/** Finds the full id of an execution of a task, or of a plan. */
async function findTaskOrPlanExecutionId(client: Client, idOrPrefix: string): Promise<string> {
  try {
    return await executionNoun.find(client, idOrPrefix);
  } catch (error) {
    if (!(error instanceof Failure && error.kind === 'notFound')) throw error;
    return planExecutionNoun.find(client, idOrPrefix).catch((planError: unknown) => {
      // The message about tasks lists the newest executions.
      throw planError instanceof Failure && planError.kind === 'notFound' ? error : planError;
    });
  }
}

type TaskOrPlanExecution = { task?: Schema<'JobExecutionStatus'>; plan?: Schema<'PlanExecutionStatus'> };

/** Reads the execution of a task, or the one of a plan with this id. */
async function readTaskOrPlanExecution(client: Client, executionId: string): Promise<TaskOrPlanExecution> {
  try {
    return { task: (await client.call('GET /processing/executions/{executionId}', { path: { executionId } })).body };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const path = { planExecutionId: executionId };
    const plan = await client.call('GET /processing/executions/plans/{planExecutionId}', { path }).catch((planError: unknown) => {
      // The message about tasks says that there is no such execution.
      throw isUnknown(planError) ? error : planError;
    });
    return { plan: plan.body };
  }
}

const isUnknown = (error: unknown): boolean => error instanceof MillraceError && (error.status === 404 || error.status === 403);

const LIST_OPTIONS = {
  '--task <name or id>': 'only those of a task',
  '--environment <name or id>': 'only those of an environment',
  '--workspace <name or id>': 'only those of a workspace',
  '--tag <tags...>': 'only those whose task had all of these tags',
  '--status <state>': statusOption('only those in a state; failed are all that did not end well', EXECUTION_STATUSES),
  ...PERIOD_OPTIONS,
  '--limit <n>': { text: 'maximum number', parse: readWholeNumber, default: 20 },
} as const satisfies OptionTable;

type ListOptions = OptionsOf<typeof LIST_OPTIONS>;

/** `millrace execution list`. */
const listTaskExecutions = serverCommand('list', {
  summary: 'List executions of tasks, newest first',
  description: 'List executions of tasks of the last 60 days, newest first\n\nThose of plans: `millrace plan executions`.',
  options: LIST_OPTIONS,
  examples: [
    'millrace execution list',
    'millrace execution list --task nightly-load --status failed --limit 5',
    'millrace execution list --environment production --tag invoices --from 2026-11-01',
  ],
  async run(context) {
    const { options } = context;
    const page = options.task === undefined ? await listOfAll(context.client, options) : await listOfTask(context.client, options);
    if (context.output.json) return context.output.printJson(page);
    return printExecutions(context, page.items);
  },
});

type Page = ListPage<Schema<'TaskExecutionStatus'>>;

/** What `readInStates` needs to know of an execution. */
const STATE_AND_TIME = {
  stateOf: ({ executionStatus, misfiredExecutionReason }: Page['items'][number]) => [executionStatus, misfiredExecutionReason] as const,
  timeOf: ({ triggerTimestamp }: Page['items'][number]) => triggerTimestamp,
};

async function listOfAll(client: Client, options: ListOptions): Promise<Page> {
  const { environment, workspace, tag } = options;
  const filter = {
    ...periodFields(options),
    ...(tag && { tags: tag }),
    ...(environment !== undefined && { environmentId: await findEnvironmentId(client, environment) }),
    ...(workspace !== undefined && { workspaceId: (await findWorkspaceOrDefault(client, workspace)).id }),
  };
  return readInStates(options, STATE_AND_TIME, (status, maximum) =>
    readPages(client, 'POST /processing/executables/tasks/executions', { body: { ...filter, ...status } }, maximum),
  );
}

async function listOfTask(client: Client, options: ListOptions): Promise<Page> {
  const { task = '', environment, workspace, tag } = options;
  if (environment !== undefined || workspace !== undefined || tag)
    throw new Failure('usage', 'With --task, leave out --environment, --workspace and --tag.');
  const path = { taskId: await findTaskId(client, task) };
  return readInStates(options, STATE_AND_TIME, (status, maximum) =>
    readPages(
      client,
      'GET /processing/executables/tasks/{taskId}/executions',
      { path, query: { ...periodFields(options), ...status } },
      maximum,
    ),
  );
}

async function printExecutions({ client, output }: Context, executions: Page['items']): Promise<void> {
  const nameOf = await nameTasks(
    client,
    executions.map((execution) => execution.taskId),
  );
  output.printTable(
    ['EXECUTION', 'TASK', 'STATE', 'TRIGGERED', 'BY', 'SECONDS'],
    executions.map((execution) => [
      execution.executionId,
      nameOf(execution.taskId),
      stateCell(execution.executionStatus, execution.misfiredExecutionReason),
      localTime(execution.triggerTimestamp),
      STARTERS[execution.executionType],
      secondsOf(execution),
    ]),
    'No executions.',
  );
}

/** The states in which somebody has stopped an execution. */
const STOPS: ReadonlySet<string> = new Set([
  'STOPPING_FLOW_EXECUTION',
  'EXECUTION_TERMINATED',
] satisfies Schema<'DetailedExecutionStatus'>[]);

/** Reads the name of the account that has stopped an execution. */
async function readStopper(client: Client, executionId: string): Promise<string | undefined> {
  const { body } = await client.call('GET /processing/executions/{executionId}/explanation', { path: { executionId } });
  return body.reasons.map(({ evidence }) => evidence.endRequest?.accountName).find((name) => name !== undefined);
}

const showTaskExecution = showCommand(executionNoun, {
  description: 'Show one execution: state, row counts, times',
  examples: ['millrace execution show 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'],
  read: async (client, executionId) =>
    (await withTaskExecution(client, executionId, () => client.call('GET /processing/executions/{executionId}', { path: { executionId } })))
      .body,
  async print({ client, output }, execution) {
    const nameOf = await nameTasks(client, [execution.jobId]);
    const begun = startTimestampOf(execution);
    const stopper = STOPS.has(execution.executionStatus) ? await readStopper(client, execution.executionId) : undefined;
    output.printProperties([
      ['Execution', execution.executionId],
      ['Task', `${nameOf(execution.jobId)}, version ${execution.jobVersion}`],
      ['State', stateCell(execution.executionStatus, execution.misfiredExecutionReason)],
      ['Stopped by', stopper],
      ['Reason', reasonInWords(execution)],
      ['Rows processed', execution.numberOfProcessedRows],
      ['Rows rejected', execution.numberOfRejectedRows],
      ['Triggered', `${localTime(execution.triggerTimestamp)} (by ${STARTERS[execution.executionType]})`],
      ['Started', begun === undefined ? undefined : localTime(begun)],
      ['Finished', execution.finishTimestamp ? localTime(execution.finishTimestamp) : undefined],
      ['Seconds', secondsOf(execution)],
      ['Timeout', execution.timeout === undefined ? undefined : `${execution.timeout} minutes`],
      ['Ran on', execution.executionDestination],
      ['Engine', execution.remoteEngineId && (await nameEngine(client, execution.remoteEngineId))],
    ]);
  },
});

/** `millrace execution stop`: stops an execution and, when asked, waits for its end. */
const endTaskExecution = thingCommand(executionNoun, 'stop', {
  description: 'Stop an execution; one that has ended stays as it is',
  options: { '--wait': 'wait for the end and print the outcome, which is also the exit code' },
  examples: ['millrace execution stop 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --wait'],
  async run(context, executionId) {
    const { client, shell } = context;
    const { wait = false } = context.options;
    const { body: before } = await withTaskExecution(client, executionId, () =>
      client.call('GET /processing/executions/{executionId}', { path: { executionId } }),
    );
    await client.call('DELETE /processing/executions/{executionId}', { path: { executionId } });
    const hasEnded = exitCodeOfStatus(before.status) !== undefined;
    printStop(context, 'Execution', { executionId, hasEnded, wait });
    if (!wait) return;
    try {
      await waitForOutcome(context, executionId);
    } catch (error) {
      if (!isInterruption(error)) throw error;
      context.output.note(`Stopped waiting. The execution is still being stopped: millrace execution show ${executionId}`);
      shell.exitCode = EXIT.interrupted;
    }
  },
});

const addExecutionGroup = group('execution', 'List, watch and stop executions', [
  listTaskExecutions,
  showTaskExecution,
  searchExecutions,
  listExecutionLogs,
  endTaskExecution,
  waitForExecution,
]);

/** `millrace execution`, which also answers to the word of the console: `millrace run`. */
export const executionGroup: AddCommand = (program, shell) => addExecutionGroup(program, shell).alias('run');
