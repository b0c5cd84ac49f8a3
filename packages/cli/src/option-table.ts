/** The options of a command as a table: each row is named by what is typed, as in `--limit <n>`, and the types of the values follow from the rows. */
import { type Command, Option } from 'commander';

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
