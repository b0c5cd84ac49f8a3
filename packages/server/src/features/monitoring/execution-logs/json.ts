/** The JSON of logs. */
import type { Schema } from '@millrace/contract';
import type { FoundLines, LogSlice, NumberedLine } from '../log-store/index.ts';

/**
 * Converts lines and counts to LogPage.
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

/** Converts a line to LogEntry. */
export const toLogEntry = ({ severity, type, at, message }: NumberedLine): Schema<'LogEntry'> => ({
  severity,
  logType: type,
  logTimestamp: at,
  logMessage: message,
});

/** Converts a line to NumberedLogEntry. */
export const toNumberedEntry = (line: NumberedLine): Schema<'NumberedLogEntry'> => ({ index: line.index, ...toLogEntry(line) });

/** Converts the result of a search to LogMatches. */
export const toLogMatches = ({ lines, next }: FoundLines): Schema<'LogMatches'> => ({
  size: lines.length,
  data: lines.map(toNumberedEntry),
  ...(next !== undefined && { nextIndex: next }),
});
