/** Finds the line with the error of a run. */
import { readLogLines, type LogSource } from './read-log.ts';
import { selectBounds } from './chunk-queries.ts';

/** The number of lines at the end of a log that are searched. */
const SEARCHED_LINES = 1000;
/** Matches lines of a stack trace; the message is in the line before them. */
const TRACE = /^\s|^$|^(?:Caused by: |\.\.\. \d+ more|Node\.js v\d)/;

/** Finds the last error line of a run, ignoring the lines of stack traces. Undefined if there is none. */
export async function lastError(source: LogSource, execution: string): Promise<string | undefined> {
  const { end } = await selectBounds(source.tx, execution);
  let lastMessage: string | undefined;
  for await (const lines of readLogLines(source, execution, { from: Math.max(0, end - SEARCHED_LINES), to: end })) {
    const error = lines.findLast(
      ({ severity, type, message }) => (severity === 'ERROR' || severity === 'FATAL') && type !== 'SYSTEM' && !TRACE.test(message),
    );
    lastMessage = error?.message ?? lastMessage;
  }
  return lastMessage;
}
