/** The server-sent events of a followed log. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import { Problem } from '../../../core/base/problem.ts';
import { isOutcome, type ExecutionRow } from '../../processing/task-executions/index.ts';
import { readLogLines, selectBounds, type LogSource, type NumberedLine } from '../log-store/index.ts';
import { toNumberedEntry } from './json.ts';

/** The time between two queries for new lines. */
const POLL_MILLISECONDS = 250;
/** After this time without a line, a comment keeps the connection open. */
const KEEP_ALIVE_MILLISECONDS = 15_000;

/** The beginning of the lines, and functions that read the execution and check that the account of the caller is still active. */
type FollowOptions = { from: number; find(): Promise<ExecutionRow>; isActive(): Promise<boolean>; signal: AbortSignal };

/**
 * Yields the lines from an index on as events, until the execution has ended or the caller may no longer read it.
 * @rule execution-logs.stream.resume
 */
export async function* follow(
  source: LogSource,
  execution: string,
  { from, find, isActive, signal }: FollowOptions,
): AsyncGenerator<string> {
  let next = from;
  let quietSince = monotonicMilliseconds();
  yield 'retry: 1000\n\n';
  while (!signal.aborted) {
    // Read the status before the lines: the log of an ended execution is complete.
    const row = await find().catch(undefinedIfNotFound);
    if (!row || !(await isActive())) return;
    const { end } = await selectBounds(source.tx, execution);
    for await (const lines of readLogLines(source, execution, { from: next, to: end })) {
      yield lines.map((line) => toEvent(line, row.pod_name)).join('');
      quietSince = monotonicMilliseconds();
    }
    next = Math.max(next, end);
    if (isOutcome(row.status)) return yield `event: end\ndata: ${JSON.stringify({ executionStatus: row.status })}\n\n`;
    if (monotonicMilliseconds() - quietSince > KEEP_ALIVE_MILLISECONDS) {
      yield ': nothing new\n\n';
      quietSince = monotonicMilliseconds();
    }
    await wait(POLL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}

const toEvent = (line: NumberedLine, pod: string | null): string =>
  `event: line\nid: ${line.index}\ndata: ${JSON.stringify(toNumberedEntry(line, pod))}\n\n`;

/** A caller that loses the right to read gets no further lines, as if the execution were deleted. */
function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}
