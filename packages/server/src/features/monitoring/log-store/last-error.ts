/** Finds the line that tells what went wrong. */
import { readLogLines, type LogSource } from './read-log.ts';
import { selectBounds } from './chunk-queries.ts';

/** Lines at the end of a log among which the last error is looked for. */
const LINES_LOOKED_AT = 1000;
/** Lines of a stack trace, which say less than what stands before them. */
const TRACE = /^\s|^$|^(?:Caused by: |\.\.\. \d+ more|Node\.js v\d)/;

/** The last line that a run wrote as an error; the line before those of a stack trace. */
export async function lastError(source: LogSource, execution: string): Promise<string | undefined> {
  const { end } = await selectBounds(source.tx, execution);
  let found: string | undefined;
  for await (const lines of readLogLines(source, execution, { from: Math.max(0, end - LINES_LOOKED_AT), to: end })) {
    const error = lines.findLast(
      ({ severity, type, message }) => (severity === 'ERROR' || severity === 'FATAL') && type !== 'SYSTEM' && !TRACE.test(message),
    );
    found = error?.message ?? found;
  }
  return found;
}
