/** Folds equal lines of a log that follow each other. */
import type { Schema } from '@millrace/contract';

/** A line with its number in the log. */
export type NumberedEntry = Schema<'NumberedLogEntry'>;

/** A row: a line. The first row of a fold also has the number of its equal lines, `count`, and whether these are shown, `isOpen`. */
export type LineRow = { line: NumberedEntry; count?: number; isOpen?: boolean };

/** Turns lines into rows. `opened` has the line numbers at which open folds begin. */
export function foldLines(lines: readonly NumberedEntry[], opened: ReadonlySet<number>): LineRow[] {
  const rows: LineRow[] = [];
  for (let start = 0, end = 0; start < lines.length; start = end) {
    const line = lines[start] as NumberedEntry;
    end = start + 1;
    while (lines[end]?.logMessage === line.logMessage && lines[end]?.severity === line.severity) end += 1;
    const count = end - start;
    if (count === 1) rows.push({ line });
    else if (!opened.has(line.index)) rows.push({ line, count, isOpen: false });
    else rows.push({ line, count, isOpen: true }, ...lines.slice(start + 1, end).map((other) => ({ line: other })));
  }
  return rows;
}
