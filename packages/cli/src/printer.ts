import { Failure } from './failure.ts';
import { namesIn, type Format } from './formats.ts';
import { openFilter } from './jq.ts';
import type { Shell } from './shell.ts';
import { oneLine, safe } from './text.ts';

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
export const jsonOf = (answer: unknown, isOneOfMany: boolean): string =>
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
