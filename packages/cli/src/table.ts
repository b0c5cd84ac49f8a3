import { styleText } from 'node:util';

import { oneLine, widthOf } from './text.ts';

/** How a cell stands out where colour is on. */
export type Tone = 'green' | 'red' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** One cell: a text of its own, or one with a tone; nothing leaves it empty. */
export type Cell = string | number | undefined | { text: string; tone: Tone };

/** Colours a text where colour is on. */
export function paint(text: string, tone: Tone, colour: boolean): string {
  // The stream is not asked again: the caller has decided.
  return colour ? styleText(tone, text, { validateStream: false }) : text;
}

/** Lays rows out under their titles, two blanks apart; numbers are set to the right. */
export function formatTable(titles: readonly string[], rows: readonly (readonly Cell[])[], colour: boolean): string {
  const grid = [titles.map((text): Drawn => ({ text, tone: 'bold' })), ...rows.map((row) => titles.map((_, column) => drawn(row[column])))];
  const widths = titles.map((_, column) => Math.max(...grid.map((row) => widthOf(row[column]?.text ?? ''))));
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

/** Lays out one thing as a list of names and values; names without a value are left out. */
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
