/** Looks for entries of one log. */
import { severityBit, SEVERITIES, type Severity } from '@millrace/wire/log-chunks';
import { chunkText, entriesOf, readChunks, type LogSource, type NumberedLine } from './read-log.ts';
import { selectBounds } from './chunk-queries.ts';

/** Text that is unpacked for one answer; beyond it the caller goes on with the index that the answer names. */
const TEXT_BYTES = 192 * 2 ** 20;

/** What is looked for: entries that hold the text, letter case aside, and are at least so grave. */
export type LogSearch = {
  text: string | undefined;
  severity: Severity | undefined;
  backwards: boolean;
  from: number | undefined;
  count: number;
};
/** What was found, and the index to go on with when there may be more. */
export type FoundLines = { lines: NumberedLine[]; next: number | undefined };

/**
 * Finds entries from an index on, or from there backwards.
 * @rule execution-logs.search.match
 * @rule execution-logs.search.next
 */
export async function searchLog(
  source: LogSource,
  execution: string,
  { text, severity, backwards, from, count }: LogSearch,
): Promise<FoundLines> {
  const { first, end } = await selectBounds(source.tx, execution);
  const start = backwards ? Math.min(from ?? end - 1, end - 1) + 1 : Math.max(from ?? first, first);
  const severities = severity === undefined ? undefined : severitiesFrom(severity);
  const words = text?.toLowerCase();
  const lines: NumberedLine[] = [];
  let unpacked = 0;
  const bounds = backwards ? { from: first, to: start } : { from: start, to: end };
  const pieces = readChunks(source.tx, execution, { ...bounds, backwards, ...(severities !== undefined && { severities }) });
  for await (const { chunk, from: low, to: high } of pieces) {
    const edge = backwards ? Math.min(chunk.end_index, high) - 1 : Math.max(chunk.end_index - chunk.lines, low);
    if (unpacked > TEXT_BYTES) return { lines, next: edge };
    unpacked += chunk.text_bytes;
    const content = await chunkText(source, chunk);
    if (words !== undefined && !content.toString('utf8').toLowerCase().includes(words)) continue;
    const entries = entriesOf(chunk, content);
    for (const line of backwards ? entries.toReversed() : entries) {
      if (line.index < low || line.index >= high) continue;
      if (severities !== undefined && (severityBit(line.severity) & severities) === 0) continue;
      if (words !== undefined && !line.message.toLowerCase().includes(words)) continue;
      if (lines.length === count) return { lines, next: line.index };
      lines.push(line);
    }
  }
  return { lines, next: undefined };
}

const severitiesFrom = (least: Severity): number =>
  SEVERITIES.slice(SEVERITIES.indexOf(least)).reduce((bits, severity) => bits | severityBit(severity), 0);
