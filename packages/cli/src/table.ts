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

/**
 * Formats rows under their titles, with two blanks between columns; numbers are aligned to the right. Where the terminal has too few columns, the
 * widest cells are cut, but no id, so that it can be copied.
 */
export function formatTable(titles: readonly string[], rows: readonly (readonly Cell[])[], colour: boolean, columns = Infinity): string {
  const allRows = [
    titles.map((text): Drawn => ({ text, tone: 'bold' })),
    ...rows.map((row) => titles.map((_, column) => drawn(row[column]))),
  ];
  const widths = fit(
    titles.map((_, column) => Math.max(...allRows.map((row) => widthOf(row[column]?.text ?? '')))),
    titles.map((_, column) => allRows.some((row) => isId(row[column]?.text ?? ''))),
    columns,
  );
  const grid = allRows.map((row) => row.map((cell, column) => ({ ...cell, text: cut(cell.text, widths[column] ?? 0) })));
  const toTheRight = titles.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'));
  return grid
    .map((row) => {
      const cells = row.map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - widthOf(cell.text));
        const text = cell.tone && cell.text !== '' ? paint(cell.text, cell.tone, colour) : cell.text;
        return toTheRight[column] ? gap + text : text + gap;
      });
      return cells.join('  ').trimEnd();
    })
    .join('\n');
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

const GAP = 2;
/** Columns are not made narrower than this. */
const NARROWEST = 8;

/** Makes the widest columns narrower until all fit or have the minimum width. Columns in `isFixed` keep their width. */
function fit(widths: readonly number[], isFixed: readonly boolean[], columns: number): number[] {
  const fitted = [...widths];
  const total = (): number => fitted.reduce((sum, width) => sum + width, GAP * (fitted.length - 1));
  while (total() > columns) {
    const reducible = fitted.map((width, index) => (isFixed[index] || width <= NARROWEST ? -1 : width));
    const widest = Math.max(...reducible);
    if (widest < 0) break;
    fitted[reducible.indexOf(widest)] = widest - 1;
  }
  return fitted;
}

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
