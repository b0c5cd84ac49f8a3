import type { Shell } from './shell.ts';
import { formatProperties, formatTable, paint, type Cell, type Tone } from './table.ts';

/** Where a command writes: results to stdout, everything else to stderr. */
export type Output = {
  /** The caller asked for JSON. */
  readonly json: boolean;
  print(text: string): void;
  /** Prints an answer of the API. */
  printJson(value: unknown): void;
  /** Prints one of many JSON values, each on a line of its own. */
  printJsonLine(value: unknown): void;
  /** Prints a table, or that there is nothing to show. */
  printTable(titles: readonly string[], rows: readonly (readonly Cell[])[], nothing: string): void;
  printProperties(properties: readonly (readonly [string, Cell])[]): void;
  paint(text: string, tone: Tone): string;
  /** Prints a message that is not part of the result. */
  note(text: string): void;
  /** Shows the progress of a long step, on a terminal only; an empty text removes it. */
  progress(text: string): void;
};

/** Creates the output of one command. */
export function createOutput(shell: Shell, json: boolean): Output {
  const colour = wantsColour(shell);
  // Without a terminal the length of lines is not limited.
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

/** Whether to use colour: only on a terminal, and not if NO_COLOR is set (no-color.org). */
export function wantsColour(shell: Pick<Shell, 'env' | 'stdout'>): boolean {
  return shell.stdout.isTTY === true && !shell.env['NO_COLOR'] && shell.env['TERM'] !== 'dumb';
}
