/** The JSON of logs. */
import type { Schema } from '@millrace/contract';
import type { FoundLines, LogSlice, NumberedLine } from '../log-store/index.ts';

/**
 * Lines and counts → LogPage.
 * @rule execution-logs.list.next
 * @rule execution-logs.list.sizes
 */
export function toLogPage({ lines, total, filtered }: LogSlice, offset: number): Schema<'LogPage'> {
  const next = offset + lines.length;
  return {
    size: lines.length,
    totalSize: total,
    totalSizeFiltered: filtered,
    data: lines.map(toLogEntry),
    ...(lines.length > 0 && next < filtered && { nextIndex: next }),
  };
}

/** Line → LogEntry. */
export const toLogEntry = ({ severity, type, at, message }: NumberedLine): Schema<'LogEntry'> => ({
  severity,
  logType: type,
  logTimestamp: at,
  logMessage: message,
});

/** Line → NumberedLogEntry. */
export const toNumberedEntry = (line: NumberedLine): Schema<'NumberedLogEntry'> => ({ index: line.index, ...toLogEntry(line) });

/** What a search found → LogMatches. */
export const toLogMatches = ({ lines, next }: FoundLines): Schema<'LogMatches'> => ({
  size: lines.length,
  data: lines.map(toNumberedEntry),
  ...(next !== undefined && { nextIndex: next }),
});
