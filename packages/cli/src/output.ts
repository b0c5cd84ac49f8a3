import { jsonOf, type Printer } from './printer.ts';
import { columnsOf, type Shell } from './shell.ts';
import { oneLine } from './text.ts';
import { chooseColumns, formatProperties, formatTable, paint, type Cell, type Tone } from './table.ts';

/** The output of a command: results go to stdout, everything else to stderr. */
export type Output = {
  /** The caller asked for data in place of tables and sentences: as JSON, YAML or names. */
  readonly json: boolean;
  print(text: string): void;
  /** Prints an answer of the API as data, in the format that the caller chose; as JSON where none was chosen. */
  printJson(value: unknown): void;
  /** Prints one of many answers; as JSON, each is on a line of its own. */
  printJsonLine(value: unknown): void;
  /** Prints what a command did: as data where the caller asked for data, else as a sentence on one line. */
  printResult(value: unknown, sentence: string): void;
  /** Prints a table, or that there is nothing to show. */
  printTable(titles: readonly string[], rows: readonly (readonly Cell[])[], nothing: string): void;
  printProperties(properties: readonly (readonly [string, Cell])[]): void;
  paint(text: string, tone: Tone): string;
  /** Prints a message that is not part of the result. */
  note(text: string): void;
  /** Shows the progress of a long step, on a terminal only; an empty text removes it. */
  progress(text: string): void;
};

/** The choices of the caller: a printer of data, or columns of the tables. */
type Choices = { printer?: Printer | undefined; columns?: readonly string[] | undefined };

/** Creates the output of one command. */
export function createOutput(shell: Shell, { printer, columns: wanted }: Choices = {}): Output {
  const colour = wantsColour(shell);
  const width = columnsOf(shell.stdout);
  const print = (text: string): void => void shell.stdout.write(`${text}\n`);
  const note = (text: string): void => void shell.stderr.write(`${text}\n`);
  const printData = (value: unknown, isOneOfMany: boolean): void => {
    if (printer) printer.print(value, isOneOfMany);
    else shell.stdout.write(jsonOf(value, isOneOfMany));
  };
  return {
    json: printer !== undefined,
    print,
    note,
    printJson: (value) => printData(value, false),
    printJsonLine: (value) => printData(value, true),
    printResult: (value, sentence) => (printer ? printData(value, false) : print(oneLine(sentence))),
    printTable(titles, rows, nothing) {
      const chosen = chooseColumns(titles, wanted);
      const pick = <T>(row: readonly T[]): (T | undefined)[] => chosen.map((index) => row[index]);
      if (rows.length === 0) note(nothing);
      else print(formatTable(pick(titles).map(String), rows.map(pick), colour, width));
    },
    printProperties(properties) {
      const chosen = chooseColumns(
        properties.map(([name]) => name),
        wanted,
      );
      print(
        formatProperties(
          chosen.flatMap((index) => properties.slice(index, index + 1)),
          colour,
        ),
      );
    },
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
