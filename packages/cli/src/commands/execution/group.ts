import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Context } from '../../context.ts';
import { EXIT, Failure, isInterruption } from '../../failure.ts';
import { type AddCommand, group, serverCommand, showCommand, thingCommand } from '../../command-builders.ts';
import { given } from '../../given.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';
import { periodFields, readWholeNumber, PERIOD_OPTIONS } from '../../option-values.ts';
import { EXECUTION_STATUSES, exitCodeOfTask, printStop, secondsOf, reasonInWords, startTimestampOf } from '../../outcomes.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { readInStates, stateCell, STARTERS, statusOption } from '../../states.ts';
import { localTime } from '../../text.ts';
import { nameEngine } from '../engine/lookup.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { findTaskId, nameTasks } from '../task/lookup.ts';
import { findWorkspaceId } from '../workspace/lookup.ts';
import { listExecutionLogs } from './logs.ts';
import { executionNoun, withTaskExecution } from './lookup.ts';
import { searchExecutions } from './search.ts';
import { waitForOutcome, waitForExecution } from './wait.ts';

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
    if (context.output.wantsData) return context.output.printData(page);
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
    ...given({ workspaceId: await findWorkspaceId(client, workspace) }),
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
    const hasEnded = exitCodeOfTask(before.status) !== undefined;
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
