/** The ledgers of the contract: the operations of the documents, and the rules and gaps of each section. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** One operation of the documents. `success` is empty where they name no status. */
type LedgerOperation = { method: string; path: string; section: string; success: readonly number[] };

/**
 * One required behaviour. `section` is its folder. `document` is its source: `1` to `3` a document, `d` and a number a decision of this project,
 * `w` the published API, `-` this project itself; `line` is the line in the source, 0 for this project.
 */
export type Rule = { section: string; id: string; document: string; line: number; rule: string; operations: readonly string[] };

/** One question that the documents leave open, and the decision of this project; `adr` is empty without a decision record. */
type Gap = { section: string; id: string; document: string; line: number; place: string; decision: string; adr: string };

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

/** Reads the operations of the documents, in their order. */
export function readOperations(): LedgerOperation[] {
  const name = 'operations.tsv';
  return parseLedger(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'), name, ['method', 'path', 'section', 'success']).map(
    (row) => ({
      method: row.method,
      path: row.path,
      section: row.section,
      success: splitCell(row.success, ',').map((status) => wholeNumber(status, name, `${row.method} ${row.path}`)),
    }),
  );
}

/** Reads all required behaviours, in the order of the sections. */
export function readRules(): Rule[] {
  return readSections('rules.tsv', ['id', 'document', 'line', 'rule', 'operations']).map((row) => ({
    ...row,
    operations: splitCell(row.operations, ', '),
  }));
}

/** Reads all gaps of the documents with their decisions, in the order of the sections. */
export function readGaps(): Gap[] {
  return readSections('gaps.tsv', ['id', 'document', 'line', 'place', 'decision', 'adr']);
}

/** Lists the files of one name, for example `rules.tsv`, in the order of the section folders. Sections without the file are left out. */
export function sectionFiles(name: string): { folder: string; url: URL }[] {
  const sections = new URL('../sections/', import.meta.url);
  return readdirSync(sections)
    .toSorted()
    .map((folder) => ({ folder, url: new URL(`${folder}/${name}`, sections) }))
    .filter(({ url }) => existsSync(url));
}

/** Reads the tables of one name in all sections. */
function readSections<const Column extends string>(name: string, columns: readonly ('id' | 'line' | Column)[]) {
  return sectionFiles(name).flatMap(({ folder: section, url }) => {
    const table = `${section}/${name}`;
    const rows: Row<'id' | 'line' | Column>[] = parseLedger(readFileSync(url, 'utf8'), table, columns);
    return rows.map((row) => ({ ...row, section, line: wholeNumber(row.line, table, row.id) }));
  });
}

function splitCell(cell: string, separator: string): string[] {
  return cell === '' ? [] : cell.split(separator);
}

function wholeNumber(cell: string, name: string, row: string): number {
  if (!/^\d+$/.test(cell)) throw new Error(`${name}: ${row}: "${cell}" is not a whole number`);
  return Number(cell);
}
