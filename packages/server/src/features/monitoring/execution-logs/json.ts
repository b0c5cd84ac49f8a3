/** The JSON of logs. */
import type { Schema } from '@millrace/contract';
import type { FoundLines, LogSlice, NumberedLine } from '../log-store/index.ts';

/**
 * Converts lines and counts to LogPage.
 * @rule execution-logs.list.next
 * @rule execution-logs.list.sizes
 */
export function toLogPage({ lines, total, filtered }: LogSlice, offset: number, pod: string | null): Schema<'LogPage'> {
  const next = offset + lines.length;
  return {
    size: lines.length,
    totalSize: total,
    totalSizeFiltered: filtered,
    data: lines.map((line) => toLogEntry(line, pod)),
    ...(lines.length > 0 && next < filtered && { nextIndex: next }),
  };
}

/**
 * Converts a line of an execution to LogEntry. `pod` is the pod of its task, or null; an execution has one at most.
 * @rule execution-logs.list.pod
 */
export const toLogEntry = ({ severity, type, at, message }: NumberedLine, pod: string | null): Schema<'LogEntry'> => ({
  severity,
  logType: type,
  logTimestamp: at,
  logMessage: message,
  ...(pod !== null && type !== 'SYSTEM' && { podName: pod }),
});

/** Converts a line to NumberedLogEntry. */
export const toNumberedEntry = (line: NumberedLine, pod: string | null): Schema<'NumberedLogEntry'> => ({
  index: line.index,
  ...toLogEntry(line, pod),
});

/** Converts the result of a search to LogMatches. */
export const toLogMatches = ({ lines, next }: FoundLines, pod: string | null): Schema<'LogMatches'> => ({
  size: lines.length,
  data: lines.map((line) => toNumberedEntry(line, pod)),
  ...(next !== undefined && { nextIndex: next }),
});
