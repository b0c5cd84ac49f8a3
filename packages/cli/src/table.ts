import { styleText } from 'node:util';

import { Failure } from './failure.ts';
import { isId } from './names.ts';
import { oneLine, widthOf } from './text.ts';

/** The colour or weight of a cell, where colour is on. */
export type Tone = 'green' | 'red' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** One cell: a text of its own, or one with a tone; nothing leaves it empty. */
export type Cell = string | number | undefined | { text: string; tone: Tone };

/** Colours a text where colour is on. */
export function paint(text: string, tone: Tone, colour: boolean): string {
  // The caller has already checked the stream.
  return colour ? styleText(tone, text, { validateStream: false }) : text;
}

/** A table that fits a width, and the titles of the columns for which there was no room. */
type FittedTable = { text: string; left: readonly string[] };

/** How a table is fitted: the columns of the terminal, and whether the caller chose the columns, so that none may be left out. */
type Fitting = { columns?: number | undefined; isChosen?: boolean };

/**
 * Formats rows under their titles, with two blanks between columns; numbers are aligned to the right. Where the terminal has too few columns, the others
 * give way to the name and the state: ids become short ones, times lose their seconds, the widest cells are cut, and last columns are left out.
 */
export function fitTable(
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  colour: boolean,
  { columns = Infinity, isChosen = false }: Fitting = {},
): FittedTable {
  const drawnRows = rows.map((row) => titles.map((_, column) => drawn(row[column])));
  const all = titles.map((title, index) => ({
    title,
    cells: drawnRows.map((row) => row[index] ?? { text: '' }),
    isNumber: rows.length > 0 && rows.every((row) => typeof row[index] === 'number'),
  }));
  const shown = all.map((column): Column => ({ ...column, isKept: isKept(column, titles) }));
  const fitted = widthOfAll(shown) <= columns ? shown : narrowed(shown, columns, isChosen);
  const left = titles.filter((title) => !fitted.some((column) => column.full === title || column.title === title));
  const widths = fitted.map(({ title, cells, width }) => width ?? widest(title, cells));
  const lines = [undefined, ...rows.keys()].map((row) =>
    fitted
      .map(({ title, cells, isNumber }, index) => {
        const cell = row === undefined ? { text: title, tone: 'bold' as const } : (cells[row] ?? { text: '' });
        const text = cut(cell.text, widths[index] ?? 0);
        const gap = ' '.repeat((widths[index] ?? 0) - widthOf(text));
        const painted = cell.tone && text !== '' ? paint(text, cell.tone, colour) : text;
        return isNumber ? gap + painted : painted + gap;
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
  return { text: lines.join('\n'), left };
}

/** A column while it is fitted. `full` is its title before it was changed, `width` the one to which it is cut. */
type Column = { title: string; full?: string; cells: readonly Drawn[]; isNumber: boolean; isKept: boolean; width?: number };

const GAP = 2;
/** Columns are not made narrower than this. */
const NARROWEST = 8;

const widest = (title: string, cells: readonly Drawn[]): number => Math.max(widthOf(title), ...cells.map(({ text }) => widthOf(text)));
const widthOfAll = (columns: readonly Column[]): number =>
  columns.reduce((sum, { title, cells, width }) => sum + (width ?? widest(title, cells)), GAP * (columns.length - 1));

/** The titles of names and states, which are never cut. */
const KEPT: ReadonlySet<string> = new Set(['NAME', 'TASK', 'PLAN', 'STEP', 'LOGIN', 'STATE', 'STATUS', 'AVAILABILITY', 'LAST EXECUTION']);
const hasIds = (cells: readonly Drawn[]): boolean => cells.some(({ text }) => isId(text));

/** Whether a column is never cut: ids, names and states; where no column is called so, the first one that has no ids. */
function isKept({ title, cells }: { title: string; cells: readonly Drawn[] }, titles: readonly string[]): boolean {
  if (hasIds(cells) || KEPT.has(title)) return true;
  return !titles.some((one) => KEPT.has(one)) && title === titles.find((one) => one !== 'ID');
}

/** Narrows columns step by step until they fit. */
function narrowed(columns: readonly Column[], width: number, isChosen: boolean): Column[] {
  const short = columns.map((column) => (hasIds(column.cells) ? withShortIds(column) : column));
  if (widthOfAll(short) <= width) return short;
  let left = short
    .map(withShortTimes)
    .map((column) => ({ ...column, full: column.full ?? column.title, width: widest(column.title, column.cells) }));
  for (;;) {
    const fitted = cutToFit(left, width);
    const last = left.findLastIndex(({ isKept: kept }) => !kept);
    if (widthOfAll(fitted) <= width || isChosen || last < 0) return fitted;
    // The last column is the least important one. The others get its place.
    left = left.filter((_, index) => index !== last);
  }
}

/** Cuts the widest columns until all fit or have the smallest width. */
function cutToFit<Sized extends Column & { width: number }>(columns: readonly Sized[], width: number): Sized[] {
  const fitted = columns.map((column) => ({ ...column }));
  for (let excess = widthOfAll(fitted) - width; excess > 0; excess -= 1) {
    const widestOne = fitted
      .filter(({ isKept: kept, cells, width: now }) => !kept && now > NARROWEST && !cells.some(({ text }) => TIME.test(text)))
      .toSorted((one, other) => other.width - one.width)[0];
    if (!widestOne) break;
    widestOne.width -= 1;
  }
  return fitted;
}

/** The shortest beginning of an id that is shown: the time of its creation. */
const SHORTEST_ID = 13;

/** Shortens ids to beginnings of one length that are unique in the column. */
function withShortIds(column: Column): Column {
  const ids = new Set(column.cells.map(({ text }) => text).filter(isId));
  let length = SHORTEST_ID;
  while (length < 36 && new Set([...ids].map((id) => id.slice(0, length))).size < ids.size) length += 1;
  return { ...column, cells: column.cells.map((cell) => (isId(cell.text) ? { ...cell, text: cell.text.slice(0, length) } : cell)) };
}

/** A time as tables show it; a part of it would mislead. */
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d/;
const LOCAL_TIME = /^(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d (UTC|[+-]\d\d:\d\d)$/;

/** Shortens times to minutes. Their zone moves into the title if all have the same. */
function withShortTimes(column: Column): Column {
  const times = column.cells.flatMap(({ text }) => (text === '' ? [] : [LOCAL_TIME.exec(text)]));
  const [zone, ...others] = new Set(times.map((time) => time?.[2]));
  if (times.length === 0 || zone === undefined || others.length > 0) return column;
  const cells = column.cells.map((cell) => ({ ...cell, text: cell.text.replace(LOCAL_TIME, '$1') }));
  return { ...column, full: column.title, title: `${column.title} ${zone}`, cells };
}

/**
 * Returns the places of the wanted titles, in the wanted order; all where none are wanted. Letter case and hyphens for blanks do not count. Throws a
 * `Failure` for an unknown title.
 */
export function chooseColumns(titles: readonly string[], wanted: readonly string[] | undefined): number[] {
  if (wanted === undefined) return [...titles.keys()];
  const known = titles.map(plain);
  return wanted.map((title) => {
    const index = known.indexOf(plain(title));
    if (index < 0) throw new Failure('usage', `There is no column ${JSON.stringify(oneLine(title))}. Known: ${known.join(', ')}.`);
    return index;
  });
}

const plain = (title: string): string => title.trim().toLowerCase().replaceAll(/\s+/g, '-');

/** Cuts a text to a number of columns; a text that does not fit ends in an ellipsis. */
function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const characters = [...text];
  while (widthOf(characters.join('')) > width - 1) characters.pop();
  return `${characters.join('')}…`;
}

/** Formats the properties of an object, one on each line; properties without a value are left out. */
export function formatProperties(properties: readonly (readonly [string, Cell])[], colour: boolean): string {
  const shown = properties.map(([name, cell]) => ({ name, ...drawn(cell) })).filter(({ text }) => text !== '');
  const width = Math.max(...shown.map(({ name }) => widthOf(name)));
  return shown
    .map(({ name, text, tone }) => `${paint(name.padEnd(width), 'bold', colour)}  ${tone ? paint(text, tone, colour) : text}`)
    .join('\n');
}

type Drawn = { text: string; tone?: Tone };

function drawn(cell: Cell): Drawn {
  if (cell === undefined) return { text: '' };
  if (typeof cell === 'object') return { text: oneLine(cell.text), tone: cell.tone };
  return { text: oneLine(String(cell)) };
}
