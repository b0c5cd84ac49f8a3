/** The ledgers of the contract: the operations of the documents, and the rules and gaps of each section. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** One operation of the documents. `success` is empty where they name no status. */
export type LedgerOperation = { method: string; path: string; section: string; success: readonly number[] };

/**
 * One demanded behaviour. `section` is its folder. `document` says who demands it: 1 to 3 one of the documents, `d` and a number one of our decisions,
 * `w` the published API family, `-` this project itself; `line` is where it stands there, 0 for this project.
 */
export type Rule = { section: string; id: string; document: string; line: number; rule: string; operations: readonly string[] };

/** One place where the documents are silent, and what we decided; `adr` is empty where no decision record tells more. */
export type Gap = { section: string; id: string; document: string; line: number; place: string; decision: string; adr: string };

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
  return parseLedger(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'), name, ['method', 'path', 'section', 'success']).map(
    (row) => ({
      method: row.method,
      path: row.path,
      section: row.section,
      success: list(row.success, ',').map((status) => whole(status, name, `${row.method} ${row.path}`)),
    }),
  );
}

/** Every demanded behaviour, in the order of the sections. */
export function readRules(): Rule[] {
  return readSections('rules.tsv', ['id', 'document', 'line', 'rule', 'operations']).map((row) => ({
    ...row,
    operations: list(row.operations, ', '),
  }));
}

/** Every gap of the documents with our decision, in the order of the sections. */
export function readGaps(): Gap[] {
  return readSections('gaps.tsv', ['id', 'document', 'line', 'place', 'decision', 'adr']);
}

/** The files of one name, such as `rules.tsv`, in the order of the folders of the sections. A section need not have each file. */
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
    return rows.map((row) => ({ ...row, section, line: whole(row.line, table, row.id) }));
  });
}

function list(cell: string, separator: string): string[] {
  return cell === '' ? [] : cell.split(separator);
}

function whole(cell: string, name: string, row: string): number {
  if (!/^\d+$/.test(cell)) throw new Error(`${name}: ${row}: "${cell}" is not a whole number`);
  return Number(cell);
}
