/** Searches one log. */
import { SEVERITIES, type Severity, severityBit } from '@millrace/wire/log-chunks';
import { selectBounds } from './chunks.ts';
import {
  chunkText,
  isWithin,
  linesOfChunk,
  type LogSource,
  type NumberedLine,
  type TimeRange,
  readChunks,
  readLogLines,
} from './read-log.ts';

/** The maximum bytes of text that are unpacked for one answer; the caller continues with the index in the answer. */
const TEXT_BYTES = 192 * 2 ** 20;
/** The approximate maximum of bytes that are compared at once. Strings of whole chunks, up to 4 MiB, would use memory faster than V8 frees it (ADR 24). */
const BLOCK_BYTES = 64 * 1024;
const LINE_FEED = 10;

/** A search for lines that contain the text (ignoring letter case), have at least the severity and one of the severities, and are within the times. */
type LogSearch = {
  text: string | undefined;
  severity: Severity | undefined;
  severities?: readonly Severity[] | undefined;
  range: TimeRange;
  backwards: boolean;
  from: number | undefined;
  count: number;
};
/** The lines that were found, and the index to continue with if there may be more. */
export type FoundLines = { lines: NumberedLine[]; next: number | undefined };

/**
 * Finds lines from an index on, forwards or backwards.
 * @rule execution-logs.search.match
 * @rule execution-logs.search.severities
 * @rule execution-logs.search.next
 */
export async function searchLog(
  source: LogSource,
  execution: string,
  { text, severity, severities: chosen, range, backwards, from, count }: LogSearch,
): Promise<FoundLines> {
  const { first, end } = await selectBounds(source.tx, execution);
  const start = backwards ? Math.min(from ?? end - 1, end - 1) + 1 : Math.max(from ?? first, first);
  const severities = severity === undefined && chosen === undefined ? undefined : severitiesFrom(severity) & bitsOf(chosen ?? SEVERITIES);
  const words = text?.toLowerCase();
  const lines: NumberedLine[] = [];
  let unpacked = 0;
  const bounds = backwards ? { from: first, to: start } : { from: start, to: end };
  const chunks = readChunks(source.tx, execution, { ...bounds, backwards, range, ...(severities !== undefined && { severities }) });
  for await (const { chunk, from: low, to: high } of chunks) {
    const edge = backwards ? Math.min(chunk.end_index, high) - 1 : Math.max(chunk.end_index - chunk.lines, low);
    if (unpacked > TEXT_BYTES) return { lines, next: edge };
    unpacked += chunk.text_bytes;
    const content = await chunkText(source, chunk);
    if (words !== undefined && !contains(content, words)) continue;
    const entries = linesOfChunk(chunk, content);
    for (const line of backwards ? entries.toReversed() : entries) {
      if (line.index < low || line.index >= high) continue;
      if (severities !== undefined && (severityBit(line.severity) & severities) === 0) continue;
      if (!isWithin(line.at, range)) continue;
      if (words !== undefined && !line.message.toLowerCase().includes(words)) continue;
      if (lines.length === count) return { lines, next: line.index };
      lines.push(line);
    }
  }
  return { lines, next: undefined };
}

/** Returns whether the text contains the words. Blocks end at a line feed, because a match is within one line. */
function contains(text: Buffer, words: string): boolean {
  for (let start = 0, end; start < text.length; start = end) {
    end = text.indexOf(LINE_FEED, start + BLOCK_BYTES) + 1 || text.length;
    if (text.toString('utf8', start, end).toLowerCase().includes(words)) return true;
  }
  return false;
}

const severitiesFrom = (lowest: Severity = SEVERITIES[0]): number => bitsOf(SEVERITIES.slice(SEVERITIES.indexOf(lowest)));

const bitsOf = (severities: readonly Severity[]): number => severities.reduce((bits, severity) => bits | severityBit(severity), 0);

/** The number of lines at the end of a log that are searched. */
const SEARCHED_LINES = 1000;
/** Matches lines of a stack trace; the message is in the line before them. */
const TRACE = /^\s|^$|^(?:Caused by: |\.\.\. \d+ more|Node\.js v\d)/;

/** Finds the last error line of a run, ignoring the lines of stack traces. Undefined if there is none. */
export async function lastError(source: LogSource, execution: string): Promise<NumberedLine | undefined> {
  const { end } = await selectBounds(source.tx, execution);
  let last: NumberedLine | undefined;
  for await (const lines of readLogLines(source, execution, { from: Math.max(0, end - SEARCHED_LINES), to: end })) {
    const error = lines.findLast(
      ({ severity, type, message }) => (severity === 'ERROR' || severity === 'FATAL') && type !== 'SYSTEM' && !TRACE.test(message),
    );
    last = error ?? last;
  }
  return last;
}
