import type { Schema } from '@millrace/contract';

import type { Context } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { isInterruption } from '../failure.ts';
import { sleep } from '../shell.ts';
import { finishWithOutcome } from '../outcomes/finish-with-outcome.ts';
import { exitCodeOfStatus } from '../outcomes/outcomes.ts';
import { retryWhileUnavailable } from '../outcomes/retry-while-unavailable.ts';
import { printLogEntry } from './print-log-entry.ts';
import { readLogPage } from './read-log.ts';

const SHORTEST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 2000;
/** The number of polls of a waiting execution after which the hint about engines is printed. */
const POLLS_BEFORE_HINT = 8;

/** Prints new log lines of an execution from an index on, then its outcome. Ctrl-C ends the printing, not the execution. */
export async function followExecution(context: Context, executionId: string, startIndex: number): Promise<void> {
  try {
    finishWithOutcome(context, await printUntilEnd(context, executionId, startIndex));
  } catch (error) {
    if (!isInterruption(error)) throw error;
    context.output.note(
      `\nStopped following. The execution goes on:\n  millrace execution logs ${executionId} -f\n  millrace execution stop ${executionId}`,
    );
    context.shell.exitCode = EXIT.interrupted;
  }
}

async function printUntilEnd(context: Context, executionId: string, startIndex: number): Promise<Schema<'JobExecutionStatus'>> {
  const { client, output, shell } = context;
  let index = startIndex;
  let pauseMs = SHORTEST_PAUSE_MS;
  for (let polls = 1; ; polls += 1) {
    // Read the status before the log: if the execution has ended by then, the log is complete.
    const { body: execution } = await retryWhileUnavailable(context, () =>
      client.call('GET /processing/executions/{executionId}', { path: { executionId } }),
    );
    const before = index;
    for (;;) {
      const { data } = await retryWhileUnavailable(context, () => readLogPage(client, executionId, index));
      if (data.length === 0) break;
      for (const entry of data) {
        if (output.json) output.printJsonLine(entry);
        else printLogEntry(output, entry);
      }
      index += data.length;
    }
    if (exitCodeOfStatus(execution.status) !== undefined) return execution;
    if (polls === POLLS_BEFORE_HINT && execution.status === 'dispatching') {
      output.note('Waiting for an engine to take the execution; `millrace engine list` shows the engines.');
    }
    pauseMs = index > before ? SHORTEST_PAUSE_MS : Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
    await sleep(pauseMs, shell.signal);
  }
}
