import type { Shell } from './shell.ts';
import { formatProperties, formatTable, paint, type Cell, type Tone } from './table.ts';

/** Where a command writes: results to stdout, everything else to stderr. */
export type Output = {
  /** The caller asked for JSON. */
  readonly json: boolean;
  print(text: string): void;
  /** Prints what the API answered. */
  printJson(value: unknown): void;
  /** Prints one of many JSON values, each on a line of its own. */
  printJsonLine(value: unknown): void;
  /** Prints a table, or that there is nothing to show. */
  printTable(titles: readonly string[], rows: readonly (readonly Cell[])[], nothing: string): void;
  printProperties(properties: readonly (readonly [string, Cell])[]): void;
  paint(text: string, tone: Tone): string;
  /** Tells the reader something that is no result. */
  note(text: string): void;
  /** Shows how far a long step is, on a terminal only; an empty text takes it away. */
  progress(text: string): void;
};

/** Makes the output of one command. */
export function createOutput(shell: Shell, json: boolean): Output {
  const colour = wantsColour(shell);
  // What is not a terminal takes lines of any length.
  const columns = shell.stdout.isTTY ? shell.stdout.columns : undefined;
  const print = (text: string): void => void shell.stdout.write(`${text}\n`);
  const note = (text: string): void => void shell.stderr.write(`${text}\n`);
  return {
    json,
    print,
    note,
    printJson: (value) => print(JSON.stringify(value, null, 2)),
    printJsonLine: (value) => print(JSON.stringify(value)),
    printTable: (titles, rows, nothing) => (rows.length === 0 ? note(nothing) : print(formatTable(titles, rows, colour, columns))),
    printProperties: (properties) => print(formatProperties(properties, colour)),
    paint: (text, tone) => paint(text, tone, colour),
    progress: (text) => {
      if (shell.stderr.isTTY) shell.stderr.write(`\r\u001b[K${text}`);
    },
  };
}

/** Colour is for a terminal, and not for those who ask for none (no-color.org). */
export function wantsColour(shell: Pick<Shell, 'env' | 'stdout'>): boolean {
  return shell.stdout.isTTY === true && !shell.env['NO_COLOR'] && shell.env['TERM'] !== 'dumb';
}
