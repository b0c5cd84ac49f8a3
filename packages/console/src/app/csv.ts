/** Comma-separated values, for spreadsheets. */

/** The value of a cell; undefined for an empty one. */
export type CsvValue = string | number | undefined;

/** Beginnings of texts that a spreadsheet would compute: names of tasks and errors are written by other people. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** A text is quoted, and one that looks like a formula begins with an apostrophe, which makes it a text. */
function cellOf(value: CsvValue): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
}

/** Formats rows, the first of which is the header. The mark at the beginning tells spreadsheets that the text is UTF-8. */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
