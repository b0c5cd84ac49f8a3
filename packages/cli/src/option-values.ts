/** The options of a command as a table: each row is named by what is typed, as in `--limit <n>`, and the types of the values follow from the rows. */
import { given } from './given.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** What the help says about an option. With more than that, how its value is read. */
type OptionRow =
  | string
  | {
      text: string;
      /** Reads the typed text; `before` is the value of the same option earlier on the command line. */
      parse?: (text: string, before: never) => unknown;
      choices?: readonly string[];
      default?: unknown;
      required?: true;
      /** The names of options that exclude it. */
      conflicts?: readonly string[];
    };

/** The options of a command, in the order of the help. */
export type OptionTable = Readonly<Record<string, OptionRow>>;

type FirstWord<Text extends string> = Text extends `${infer Word} ${string}` ? Word : Text;
type CamelCase<Text extends string> = Text extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Text;

/** What comes after the dashes: of `-f, --follow` and of `--no-follow` it is `follow`. */
type Long<Flags> = Flags extends `-${string}, --${infer Rest}`
  ? Rest
  : Flags extends `--no-${infer Rest}`
    ? Rest
    : Flags extends `--${infer Rest}`
      ? Rest
      : never;

type NameOf<Flags> = CamelCase<FirstWord<Long<Flags>>>;

type ValueOf<Table, Flags> = Flags extends `--no-${string}`
  ? false
  : Flags extends keyof Table
    ? Table[Flags] extends { parse: (...values: never[]) => infer Value }
      ? Value
      : Table[Flags] extends { choices: readonly (infer Choice)[] }
        ? Flags extends `${string}...>`
          ? Choice[]
          : Choice
        : Flags extends `${string}...>`
          ? string[]
          : Flags extends `${string}>`
            ? string
            : true
    : never;

/** The rows whose options always have a value. */
type SetFlags<Table> = {
  [Flags in keyof Table]: Table[Flags] extends { default: unknown } | { required: true } ? Flags : never;
}[keyof Table];

/** The rows such as `--no-invite` without a row `--invite`: the option is true where it is not typed. */
type OnByDefault<Table> = {
  [Flags in keyof Table]: Flags extends `--no-${string}`
    ? NameOf<Flags> extends NameOf<Exclude<keyof Table, Flags>>
      ? never
      : Flags
    : never;
}[keyof Table];

/** The values of the options of a table, by their names. */
export type OptionsOf<Table> = {
  [Flags in Exclude<keyof Table, SetFlags<Table> | OnByDefault<Table>> as NameOf<Flags>]?: ValueOf<Table, Flags>;
} & { [Flags in SetFlags<Table> as NameOf<Flags>]: ValueOf<Table, Flags> } & {
  [Flags in OnByDefault<Table> as NameOf<Flags>]: boolean;
};

/** Adds the options of a table to a command. */
export function addOptions(command: Command, table: OptionTable): Command {
  for (const [flags, row] of Object.entries(table)) {
    const { text, parse, choices, default: preset, required = false, conflicts } = typeof row === 'string' ? { text: row } : row;
    const option = new Option(flags, text).default(preset).makeOptionMandatory(required);
    if (choices) option.choices(choices);
    if (parse) option.argParser(parse as (text: string, before: unknown) => unknown);
    if (conflicts) option.conflicts([...conflicts]);
    command.addOption(option);
  }
  return command;
}

/** Reads an option that is a whole number from 1, or throws an `InvalidArgumentError`. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1) throw new InvalidArgumentError('Give a whole number from 1.');
  return value;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/**
 * Reads the value of an option that is a time, as epoch milliseconds, or throws an `InvalidArgumentError`. A date or time without a zone is in the time
 * zone of the reader, as tables show it.
 */
export function momentOption(text: string): number {
  // JavaScript reads a date alone as UTC, and a date with a time as local.
  const value = DATE.test(text) ? Date.parse(`${text}T00:00`) : TIME.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  if (Number.isNaN(value)) throw new InvalidArgumentError('Give a time such as 2026-11-01, 2026-11-01T08:00 or 2026-11-01T08:00:00Z.');
  return value;
}

/** Adds a text of an option that may be repeated to the earlier ones. */
export const repeated = (text: string, before: string[] = []): string[] => [...before, text];

/** Options of the lists of executions that name a period. */
export const PERIOD_OPTIONS = {
  '--from <time>': { text: 'only those from a time on, such as 2026-11-01 or 2026-11-01T08:00:00Z', parse: momentOption },
  '--to <time>': { text: 'only those before a time', parse: momentOption },
  '--last-days <n>': { text: 'only those of this many days (default: 60)', parse: wholeNumber },
} as const satisfies OptionTable;

/** The values of these options. */
type PeriodOptions = OptionsOf<typeof PERIOD_OPTIONS>;

/** The fields of a request that the options give. */
export const periodFields = ({ from, to, lastDays }: PeriodOptions): PeriodOptions => given({ from, to, lastDays });
