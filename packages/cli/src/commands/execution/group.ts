import type { Schema } from '@millrace/contract';
import { type Context } from '../../context.ts';
import { EXIT } from '../../exit-codes.ts';
import { isInterruption } from '../../failure.ts';
import { group, showCommand, thingCommand } from '../../group.ts';
import { finishWithOutcome } from '../../outcomes/finish-with-outcome.ts';
import { exitCodeOfStatus, secondsOf, startTimestampOf, toneOf } from '../../outcomes/outcomes.ts';
import { sleep } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { nameEngine } from '../engine/lookup.ts';
import { nameTasks } from '../task/lookup.ts';
import { listTaskExecutions } from './list.ts';
import { listExecutionLogs } from './logs.ts';
import { executionNoun, withTaskExecution } from './lookup.ts';
import { searchExecutions } from './search.ts';
import { waitForExecution } from './wait.ts';

const getTaskExecution = showCommand(executionNoun, {
  description: 'Show one execution: status, row counts, times',
  examples: ['millrace execution show 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'],
  read: async (client, executionId) =>
    (await withTaskExecution(client, executionId, () => client.call('GET /processing/executions/{executionId}', { path: { executionId } })))
      .body,
  async print({ client, output }, execution) {
    const nameOf = await nameTasks(client, [execution.jobId]);
    const begun = startTimestampOf(execution);
    output.printProperties([
      ['Execution', execution.executionId],
      ['Task', `${nameOf(execution.jobId)}, version ${execution.jobVersion}`],
      ['Status', { text: execution.status, tone: toneOf(execution.status) }],
      ['Detail', execution.executionStatus],
      ['Reason', execution.errorMessage ?? execution.misfiredExecutionReason],
      ['Rows processed', execution.numberOfProcessedRows],
      ['Rows rejected', execution.numberOfRejectedRows],
      ['Triggered', `${localTime(execution.triggerTimestamp)} (${execution.executionType})`],
      ['Started', begun === undefined ? undefined : localTime(begun)],
      ['Finished', execution.finishTimestamp ? localTime(execution.finishTimestamp) : undefined],
      ['Seconds', secondsOf(execution)],
      ['Timeout', execution.timeout === undefined ? undefined : `${execution.timeout} minutes`],
      ['Ran on', execution.executionDestination],
      ['Engine', execution.remoteEngineId && (await nameEngine(client, execution.remoteEngineId))],
    ]);
  },
});

const PAUSE_MS = 500;

/** `millrace execution stop`: terminates an execution and, when asked, waits for its end. */
const endTaskExecution = thingCommand(executionNoun, 'stop', {
  description: 'Terminate an execution; one that has ended stays as it is',
  options: (command) => command.option('--wait', 'wait for the end and print the outcome, which is also the exit code'),
  examples: ['millrace execution stop 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --wait'],
  async run(context, executionId, options: { wait?: boolean }) {
    const { client, output, shell } = context;
    const { body: before } = await withTaskExecution(client, executionId, () =>
      client.call('GET /processing/executions/{executionId}', { path: { executionId } }),
    );
    await client.call('DELETE /processing/executions/{executionId}', { path: { executionId } });
    const hasEnded = exitCodeOfStatus(before.status) !== undefined;
    if (!output.json) output.print(hasEnded ? `Execution ${executionId} has already ended.` : `Execution ${executionId} is being stopped.`);
    if (!options.wait) return;
    try {
      finishWithOutcome(context, await waitForEnd(context, executionId));
    } catch (error) {
      if (!isInterruption(error)) throw error;
      context.output.note(`Stopped waiting. The execution is still being stopped: millrace execution show ${executionId}`);
      shell.exitCode = EXIT.interrupted;
    }
  },
});

async function waitForEnd({ client, shell }: Context, executionId: string): Promise<Schema<'JobExecutionStatus'>> {
  for (;;) {
    const { body: execution } = await client.call('GET /processing/executions/{executionId}', { path: { executionId } });
    if (exitCodeOfStatus(execution.status) !== undefined) return execution;
    await sleep(PAUSE_MS, shell.signal);
  }
}

/** `millrace execution`. */
export const executionGroup = group('execution', 'List, watch and stop executions', [
  listTaskExecutions,
  getTaskExecution,
  searchExecutions,
  listExecutionLogs,
  endTaskExecution,
  waitForExecution,
]);
