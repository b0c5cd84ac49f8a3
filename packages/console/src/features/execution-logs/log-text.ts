/** The text of a log: colours of ANSI escape sequences are shown, other sequences are removed, and equal lines that follow each other are folded. */
import type { Schema } from '@millrace/contract';
import type { LogFilters } from './log-filters.ts';

/** A part of a line, with the CSS classes of its colours. */
type LinePart = { text: string; style: string };

const ESCAPE = '\u001B';
/** ANSI escape sequences. Only colours (`m`) have a meaning in a log. */
const SEQUENCE = new RegExp(`${ESCAPE}(?:\\[([0-9;:]*)([@-~])|\\][^\\u0007${ESCAPE}]*(?:\\u0007|${ESCAPE}\\\\)?|[@-Z\\\\^_])`, 'g');

type State = { color?: string; isBold: boolean; isDim: boolean };

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** Splits a line into parts of one style each. Background colours, and colours given by number or RGB, are ignored. */
export function ansiParts(line: string): LinePart[] {
  if (!line.includes(ESCAPE)) return [{ text: line, style: '' }];
  const parts: LinePart[] = [];
  let state: State = { isBold: false, isDim: false };
  let from = 0;
  const add = (text: string): void => void (text !== '' && parts.push({ text, style: classesOf(state) }));
  for (const match of line.matchAll(SEQUENCE)) {
    add(line.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[2] === 'm') state = stateAfter(state, match[1] ?? '');
  }
  add(line.slice(from));
  return parts;
}

function stateAfter(before: State, sequence: string): State {
  let state = { ...before };
  const codes = sequence.split(/[;:]/).map(Number);
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 0) state = { isBold: false, isDim: false };
    else if (code === 1) state.isBold = true;
    else if (code === 2) state.isDim = true;
    else if (code === 22) state = { ...state, isBold: false, isDim: false };
    else if (code === 39) delete state.color;
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) state.color = NAMES[code % 10] ?? 'white';
    // The next values are a colour number, or the parts of an RGB colour.
    else if (code === 38 || code === 48) index += codes[index + 1] === 5 ? 2 : 4;
  }
  return state;
}

const classesOf = ({ color, isBold, isDim }: State): string =>
  [color !== undefined && `ansi-${color}`, isBold && 'ansi-bold', isDim && 'ansi-dim'].filter(Boolean).join(' ');

/** A line with its number in the log. */
export type NumberedEntry = Schema<'NumberedLogEntry'>;

/** A row: a line. The first row of a fold also has the number of its equal lines, `count`, and whether these are shown, `isOpen`. */
export type LineRow = { line: NumberedEntry; count?: number; isOpen?: boolean };

/** Turns lines into rows, and folds equal lines that follow each other. `opened` has the line numbers at which open folds begin. */
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

/** The number of lines that match the filters, if the numbers of lines by severity tell it. */
export function knownMatches({ severity, from, to }: LogFilters, counts: readonly Schema<'LogSeverityCount'>[]): number | undefined {
  if (!severity || from !== undefined || to !== undefined) return undefined;
  const chosen = counts.filter((known) => severity.includes(known.severity));
  return chosen.some(({ isCapped }) => isCapped) ? undefined : chosen.reduce((sum, { count }) => sum + count, 0);
}
