import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Context } from './context.ts';
import { EXIT, isInterruption } from './failure.ts';
import { exitCodeOfTask, finishWithOutcome } from './outcomes.ts';
import { retryWhileUnavailable } from './retry.ts';
import type { Output } from './output.ts';
import { sleep } from './shell.ts';
import type { Tone } from './table.ts';
import { logTime, safe } from './text.ts';

/** One page of a log. */
type LogPage = Schema<'LogPage'>;
/** One line of a log. */
type LogEntry = Schema<'LogEntry'>;

const LARGEST_PAGE = 200;

/** Reads log entries in the order they were written, from an index on. */
async function readLogPage(client: Client, executionId: string, startIndex: number, maximum = LARGEST_PAGE): Promise<LogPage> {
  const query = { order: 'ASC', startIndex, count: Math.min(maximum, LARGEST_PAGE) } as const;
  return (await client.call('GET /monitoring/executions/{id}/logs', { path: { id: executionId }, query })).body;
}

/** Returns the position at which the last `count` entries begin. */
export async function findTail(client: Client, executionId: string, count: number): Promise<number> {
  const { totalSize } = await readLogPage(client, executionId, 0, 1);
  return Math.max(0, totalSize - count);
}

/** Reads `count` entries from an index on, as far as there are that many, as one page. */
export async function readLog(client: Client, executionId: string, startIndex: number, count: number): Promise<LogPage> {
  const data: LogEntry[] = [];
  for (;;) {
    const page = await readLogPage(client, executionId, startIndex + data.length, count - data.length);
    data.push(...page.data);
    if (data.length >= count || page.data.length === 0) return { ...page, size: data.length, data };
  }
}

/** The criteria of a search in a log: a text, the lowest severity, or both. */
export type LineFilter = { text?: string; severity?: 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL' };

/** Finds the last `maximum` matching entries of a log, oldest first. */
export async function findLogLines(client: Client, id: string, search: LineFilter, maximum: number): Promise<Schema<'NumberedLogEntry'>[]> {
  const found: Schema<'NumberedLogEntry'>[] = [];
  let startIndex: number | undefined;
  do {
    const query = {
      ...search,
      order: 'DESC' as const,
      count: Math.min(LARGEST_PAGE, maximum - found.length),
      ...(startIndex !== undefined && { startIndex }),
    };
    const { body } = await client.call('GET /monitoring/executions/{id}/logs/search', { path: { id }, query });
    found.push(...body.data);
    startIndex = body.nextIndex;
  } while (startIndex !== undefined && found.length < maximum);
  return found.toReversed();
}

const TONES: Readonly<Partial<Record<LogEntry['severity'], Tone>>> = { WARN: 'yellow', ERROR: 'red', FATAL: 'red' };

/** Prints one log entry: time, severity, message. */
export function printLogEntry(output: Output, { logTimestamp, severity, logMessage }: LogEntry): void {
  const level = severity.padEnd(5);
  const tone = TONES[severity];
  output.print(`${output.paint(logTime(logTimestamp), 'dim')} ${tone ? output.paint(level, tone) : level} ${safe(logMessage)}`);
}

const SHORTEST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 2000;
/** The number of polls of a waiting execution after which the hint about engines is printed. */
const POLLS_BEFORE_HINT = 8;

/** Prints new log lines of an execution from an index on, then its outcome, which becomes the exit code. Ctrl-C ends the printing, not the execution. */
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
        if (output.wantsData) output.printDataLine(entry);
        else printLogEntry(output, entry);
      }
      index += data.length;
    }
    if (exitCodeOfTask(execution.status) !== undefined) return execution;
    if (polls === POLLS_BEFORE_HINT && execution.status === 'dispatching') {
      output.note('Waiting for an engine to take the execution; `millrace engine list` shows the engines.');
    }
    pauseMs = index > before ? SHORTEST_PAUSE_MS : Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
    await sleep(pauseMs, shell.signal);
  }
}
