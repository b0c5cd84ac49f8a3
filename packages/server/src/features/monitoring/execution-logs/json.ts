/** How a log is shown. */
import type { Schema } from '@millrace/contract';
import type { LineRow } from './queries.ts';

/**
 * Lines and counts → LogPage.
 * @rule execution-logs.list.next
 * @rule execution-logs.list.sizes
 */
export function toLogPage(lines: readonly LineRow[], counts: { total: number; filtered: number }, offset: number): Schema<'LogPage'> {
  const next = offset + lines.length;
  return {
    size: lines.length,
    totalSize: counts.total,
    totalSizeFiltered: counts.filtered,
    data: lines.map((line) => ({
      severity: line.severity,
      logType: line.type,
      logTimestamp: line.logged_at.getTime(),
      logMessage: line.message,
    })),
    ...(lines.length > 0 && next < counts.filtered && { nextIndex: next }),
  };
}
