import { Failure } from './failure.ts';
import { columnsOf, type Shell } from './shell.ts';
import { type Cell, chooseColumns, fitTable, formatProperties, paint, type Tone } from './table.ts';
import { oneLine, safe } from './text.ts';

/** The formats in which every command prints its result. */
export const FORMATS = ['table', 'json', 'yaml', 'name'] as const;

/** One of these formats. */
type Format = (typeof FORMATS)[number];

/** The fields in which answers of the API have a name or an id, the preferred one first. */
const NAME_FIELDS = ['name', 'label', 'login', 'clientName', 'groupName'] as const;
const ID_FIELDS = ['id', 'executable', 'executionId', 'clientId', 'userId', 'groupId'] as const;
/** The fields in which lists of the API have their entries. */
const LIST_FIELDS = ['items', 'data', 'Resources'] as const;

/** Returns the entries of an answer that is a list; undefined for any other answer. */
export function entriesOf(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  return LIST_FIELDS.map((field) => valueAt(answer, field)).find((list) => Array.isArray(list));
}

/**
 * Returns the names in an answer, as other commands accept them: an entry without a name, or with the name of another entry, is named by its id. Entries
 * with neither are left out.
 */
export function namesIn(answer: unknown): string[] {
  const entries = (entriesOf(answer) ?? [answer]).map((entry) => ({ name: textIn(entry, NAME_FIELDS), id: textIn(entry, ID_FIELDS) }));
  const times = Map.groupBy(entries, ({ name }) => name);
  return entries.flatMap(({ name, id }) => (name !== undefined && times.get(name)?.length === 1 ? name : (id ?? name ?? [])));
}

function textIn(entry: unknown, fields: readonly string[]): string | undefined {
  return fields.map((field) => valueAt(entry, field)).find((value): value is string => typeof value === 'string' && value !== '');
}

/** Returns a field of an answer; undefined if it has none of that name. */
export const valueAt = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;

/** Applies a filter to an answer of the API, and returns the results with a line for each; texts without quotes. */
type Filter = (answer: unknown) => Promise<string>;

/** Compiles an expression of the language jq. Throws a `Failure` if the expression is invalid. */
async function openFilter(expression: string): Promise<Filter> {
  // Loaded here, because few commands need its 1.3 MB.
  const { raw } = await import('jq-wasm');
  const run = async (input: string): Promise<string> => {
    const { exitCode } = process;
    try {
      return await raw(input, expression, ['--raw-output', '--compact-output']);
    } catch (error) {
      throw new Failure('usage', `--jq: ${reasonOf(error)}`);
    } finally {
      // The library changes it after an error.
      process.exitCode = exitCode;
    }
  };
  // Without an input, jq only compiles the expression.
  await run('');
  return (answer) => run(JSON.stringify(answer));
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^jq: error(?: \(at [^)]*\))?: /, '').replace(/\s*jq: \d+ compile errors?\s*$/, '');
}

/** The options that choose the format of a result. */
export type FormatOptions = { output?: Format; json?: boolean; jq?: string; columns?: readonly string[] };

/** Prints answers of the API as data. */
export type Printer = {
  /** Prints an answer; `isOneOfMany` if others follow in the same output. */
  print(answer: unknown, isOneOfMany: boolean): void;
  /** Waits until all answers are printed. */
  end(): Promise<void>;
};

type Print = (answer: unknown, isOneOfMany: boolean) => void | Promise<void>;

/** Opens the printer that the options ask for, before the command does anything; undefined for tables. Throws a `Failure` if options contradict. */
export async function openPrinter(options: FormatOptions, shell: Pick<Shell, 'stdout' | 'stderr'>): Promise<Printer | undefined> {
  const print = await printOf(options, shell);
  if (!print) return undefined;
  let last: void | Promise<void> = undefined;
  return {
    print(answer, isOneOfMany) {
      if (last === undefined) last = print(answer, isOneOfMany);
      else last = last.then(() => print(answer, isOneOfMany));
      // `end` throws the error. Without this line, Node would treat it as unhandled and end the process.
      last?.catch(() => undefined);
    },
    end: async () => last,
  };
}

async function printOf(options: FormatOptions, { stdout, stderr }: Pick<Shell, 'stdout' | 'stderr'>): Promise<Print | undefined> {
  const write = (text: string): void => void stdout.write(text);
  const format = formatOf(options);
  if (options.jq !== undefined) {
    const filter = await openFilter(options.jq);
    return async (answer) => {
      const text = withLineEnd(await filter(answer));
      write(stdout.isTTY ? safe(text) : text);
    };
  }
  if (format === 'json') return (answer, isOneOfMany) => write(jsonOf(answer, isOneOfMany));
  if (format === 'yaml') {
    // Loaded here, because few commands need it.
    const { stringify } = await import('yaml');
    return (answer, isOneOfMany) => write((isOneOfMany ? '---\n' : '') + withLineEnd(stringify(answer)));
  }
  if (format === 'name')
    return (answer, isOneOfMany) => {
      const names = namesIn(answer);
      if (names.length === 0 && !isOneOfMany) stderr.write('The answer has neither a name nor an id.\n');
      for (const name of names) write(`${oneLine(name)}\n`);
    };
  return undefined;
}

/** An answer as JSON; one of many is a single line. */
const jsonOf = (answer: unknown, isOneOfMany: boolean): string =>
  `${isOneOfMany ? JSON.stringify(answer) : JSON.stringify(answer, null, 2)}\n`;

function formatOf({ output, json, jq, columns }: FormatOptions): Format {
  const format = output ?? (json || jq !== undefined ? 'json' : 'table');
  if (json && format !== 'json') throw new Failure('usage', `--json is the short form of -o json. Leave out --json or -o ${format}.`);
  if (jq !== undefined && format !== 'json') throw new Failure('usage', `--jq filters JSON. Leave out --jq or -o ${format}.`);
  if (columns && format !== 'table') {
    const other = jq === undefined ? `-o ${format}` : '--jq';
    throw new Failure('usage', `--columns chooses the columns of a table. Leave out --columns or ${other}.`);
  }
  return format;
}

const withLineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** The output of a command: results go to stdout, everything else to stderr. */
export type Output = {
  /** Whether the caller asked for data in place of tables and sentences: as JSON, YAML or names. */
  readonly wantsData: boolean;
  print(text: string): void;
  /** Prints an answer of the API as data, in the format that the caller chose; as JSON where none was chosen. */
  printData(value: unknown): void;
  /** Prints one of many answers; as JSON, each is on a line of its own. */
  printDataLine(value: unknown): void;
  /** Prints what a command did: as data where the caller asked for data, else as a sentence on one line. */
  printResult(value: unknown, sentence: string): void;
  /** Prints a table, or that there is nothing to show. Throws a `Failure` if the caller has chosen a column that the table does not have. */
  printTable(titles: readonly string[], rows: readonly (readonly Cell[])[], nothing: string): void;
  /** Prints names with their values. Throws a `Failure` if the caller has chosen a name that is not there. */
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
  const printAnswer = (value: unknown, isOneOfMany: boolean): void => {
    if (printer) printer.print(value, isOneOfMany);
    else shell.stdout.write(jsonOf(value, isOneOfMany));
  };
  return {
    wantsData: printer !== undefined,
    print,
    note,
    printData: (value) => printAnswer(value, false),
    printDataLine: (value) => printAnswer(value, true),
    printResult: (value, sentence) => (printer ? printAnswer(value, false) : print(oneLine(sentence))),
    printTable(titles, rows, nothing) {
      const chosen = chooseColumns(titles, wanted);
      const pick = <T>(row: readonly T[]): (T | undefined)[] => chosen.map((index) => row[index]);
      if (rows.length === 0) return note(nothing);
      const { text, left } = fitTable(pick(titles).map(String), rows.map(pick), colour, { columns: width, isChosen: wanted !== undefined });
      print(text);
      if (left.length > 0) note(`No room for: ${left.join(', ')}. A wider terminal or --columns shows them.`);
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
