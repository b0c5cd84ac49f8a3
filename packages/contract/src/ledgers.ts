/** The ledgers of the contract: operations, rules and gaps, read from the tables beside this package's source. */
import { readFileSync } from 'node:fs';

/** One operation of the documents. `success` is empty where they name no status. */
export type LedgerOperation = { method: string; path: string; section: string; success: readonly number[] };

/**
 * One demanded behaviour. `document` says who demands it: 1 to 3 one of the documents, `d` and a number one of our decisions,
 * `w` the published API family, `-` this project itself; `line` is where it stands there, 0 for this project.
 */
export type Rule = { id: string; document: string; line: number; rule: string; operations: readonly string[] };

/** One place where the documents are silent, and what we decided; `adr` is empty where no decision record tells more. */
export type Gap = { id: string; document: string; line: number; place: string; decision: string; adr: string };

type Row<Column extends string> = Record<Column, string>;

/** Reads a tab-separated table whose header must be exactly `columns`; refuses rows of another width and empty ids. */
export function parseLedger<const Column extends string>(text: string, name: string, columns: readonly Column[]): Row<Column>[] {
  const [header, ...lines] = text.split('\n');
  if (header !== columns.join('\t')) throw new Error(`${name}: the header must be ${columns.join(', ')}, separated by tabs`);
  if (lines.pop() !== '') throw new Error(`${name}: the last line must end with a line feed`);
  return lines.map((line, index) => {
    const cells = line.split('\t');
    if (cells.length !== columns.length) {
      throw new Error(`${name}:${index + 2}: ${cells.length} cells where the header has ${columns.length}`);
    }
    if (cells[0] === '') throw new Error(`${name}:${index + 2}: the first cell is empty`);
    return Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as Row<Column>;
  });
}

/** The operations of the documents, in their order. */
export function readOperations(): LedgerOperation[] {
  const name = 'operations.tsv';
  return parseLedger(read(name), name, ['method', 'path', 'section', 'success']).map((row) => ({
    method: row.method,
    path: row.path,
    section: row.section,
    success: list(row.success, ',').map((status) => whole(status, name, `${row.method} ${row.path}`)),
  }));
}

/** Every demanded behaviour. */
export function readRules(): Rule[] {
  const name = 'rules.tsv';
  return parseLedger(read(name), name, ['id', 'document', 'line', 'rule', 'operations']).map((row) => ({
    ...row,
    line: whole(row.line, name, row.id),
    operations: list(row.operations, ', '),
  }));
}

/** Every gap of the documents with our decision. */
export function readGaps(): Gap[] {
  const name = 'gaps.tsv';
  return parseLedger(read(name), name, ['id', 'document', 'line', 'place', 'decision', 'adr']).map((row) => ({
    ...row,
    line: whole(row.line, name, row.id),
  }));
}

function read(name: string): string {
  return readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
}

function list(cell: string, separator: string): string[] {
  return cell === '' ? [] : cell.split(separator);
}

function whole(cell: string, name: string, row: string): number {
  if (!/^\d+$/.test(cell)) throw new Error(`${name}: ${row}: "${cell}" is not a whole number`);
  return Number(cell);
}
