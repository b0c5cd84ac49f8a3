/** The events of a log that is followed. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import { Problem } from '../../../core/base/problem.ts';
import { isOutcome, type ExecutionRow } from '../../processing/task-executions/index.ts';
import { readLogLines, selectBounds, type LogSource, type NumberedLine } from '../log-store/index.ts';
import { toNumberedEntry } from './json.ts';

/** Between two looks for new entries. */
const PAUSE_MILLISECONDS = 250;
/** After so long without an entry a comment keeps the connection open, and the right is looked at again. */
const QUIET_MILLISECONDS = 15_000;

type Followed = { from: number; find(): Promise<ExecutionRow>; signal: AbortSignal };

/**
 * Entries from an index on, as they come, until the execution has ended.
 * @rule execution-logs.stream.resume
 */
export async function* follow(source: LogSource, execution: string, { from, find, signal }: Followed): AsyncGenerator<string> {
  let next = from;
  let quietSince = monotonicMilliseconds();
  yield 'retry: 1000\n\n';
  while (!signal.aborted) {
    // The status first: what an execution that has ended wrote is there.
    const row = await find().catch(gone);
    if (!row) return;
    const { end } = await selectBounds(source.tx, execution);
    for await (const lines of readLogLines(source, execution, { from: next, to: end })) {
      yield lines.map(toEvent).join('');
      quietSince = monotonicMilliseconds();
    }
    next = Math.max(next, end);
    if (isOutcome(row.status)) return yield `event: end\ndata: ${JSON.stringify({ executionStatus: row.status })}\n\n`;
    if (monotonicMilliseconds() - quietSince > QUIET_MILLISECONDS) {
      yield ': nothing new\n\n';
      quietSince = monotonicMilliseconds();
    }
    await wait(PAUSE_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}

const toEvent = (line: NumberedLine): string => `event: line\nid: ${line.index}\ndata: ${JSON.stringify(toNumberedEntry(line))}\n\n`;

/** Who may no longer read it is told no more; so does one whose execution is deleted. */
function gone(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}
