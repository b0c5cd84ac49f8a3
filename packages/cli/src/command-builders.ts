/** Builds commands from their help and the function that does their work. */
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext, openOutput, type Context } from './context.ts';
import { Failure } from './failure.ts';
import { isId, type NamedChoice, pickOne } from './names.ts';
import { addOptions, type OptionsOf, type OptionTable } from './option-table.ts';
import type { Output } from './output.ts';
import type { ListPage } from './pages.ts';
import type { Shell } from './shell.ts';
import type { Cell } from './table.ts';

/** Adds a command below another one. Returns it. */
export type AddCommand = (parent: Command, shell: Shell) => Command;

/**
 * How one thing of a noun is named on the command line: what it is, its argument in the help, what the help says about the argument (by default, what it
 * is), and the function that finds its id by the argument.
 */
export type Noun = { what: string; argument: string; hint?: string; find(client: Client, text: string): Promise<string> };

/**
 * Returns a noun whose things are found by name, or by the beginning of an id, in the list of all of them. `find` takes a whole id as it is, without
 * asking the server, and throws a `Failure` for a text that fits none of them or several.
 */
export const nounOf = <Thing>(
  what: string,
  read: (client: Client) => Promise<readonly Thing[]>,
  toNamedChoice: (thing: Thing) => NamedChoice,
  argument = '<name or id>',
): Noun => ({
  what,
  argument,
  find: async (client, text) => (isId(text) ? text : toNamedChoice(pickOne(what, text, await read(client), toNamedChoice)).id),
});

/** The choice of a thing that has a name. */
export const byName = ({ id, name }: { id: string; name: string }): NamedChoice => ({ id, names: [name] });

/** What the help says about a command, and its options. */
type Help<Table> = {
  /** One line, where it is not the first line of the description. */
  summary?: string;
  description: string;
  /** What each argument is, by its form in the help, such as `<name or id>`. */
  arguments?: Readonly<Record<string, string>>;
  options?: Table;
  /** Adds what a table cannot say: arguments with choices or a default value, and other names. */
  adjust?(command: Command): Command;
  /** Refuses the command without an option. */
  needsOption?: true;
  examples: readonly string[];
};

/** The word that is typed, where it is not the usual one. */
type Verb = { verb?: string };

/** Returns a noun with its commands, in the order of the help. */
export const group =
  (name: string, description: string, commands: readonly AddCommand[]): AddCommand =>
  (program, shell) => {
    const noun = program.command(name).description(description);
    for (const add of commands) add(noun, shell);
    return noun;
  };

/** Adds a command with its description, its arguments and its options, and with the examples at the end of its help. */
function newCommand(parent: Command, verb: string, help: Help<OptionTable>): Command {
  const { summary, description, arguments: forms = {}, options = {}, adjust, examples } = help;
  const command = parent
    .command(verb)
    .description(description)
    .summary(summary ?? description.split('\n', 1).join());
  for (const [form, meaning] of Object.entries(forms)) command.argument(form, meaning);
  return addOptions(adjust?.(command) ?? command, options).addHelpText(
    'after',
    `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`,
  );
}

/** The options of a command without any. */
type NoOptions = Record<never, never>;

/** A context with the values of the options. */
type WithOptions<Base, Table> = Base & { options: OptionsOf<Table> };

/** Returns a command that calls the server. `run` gets the context with the options, and the arguments. */
export const serverCommand =
  <const Table extends OptionTable = NoOptions>(
    verb: string,
    { run, ...help }: Help<Table> & { run(context: WithOptions<Context, Table>, ...values: never[]): unknown },
  ): AddCommand =>
  (parent, shell) => {
    const command = newCommand(parent, verb, help);
    return command.action(async (...values: unknown[]) => {
      const context = await openContext(command, shell);
      if (help.needsOption && Object.keys(command.opts()).length === 0)
        throw new Failure('usage', 'Give at least one option that changes something.');
      // The last two values are the options and the command itself.
      await run({ ...context, options: command.opts() as OptionsOf<Table> }, ...(values.slice(0, -2) as never[]));
    });
  };

/** Returns a command about one thing, which calls the server. `run` gets the context with the options, the id of the thing and the further arguments. */
export const thingCommand = <const Table extends OptionTable = NoOptions>(
  { what, argument, hint = what, find }: Noun,
  verb: string,
  { run, ...help }: Help<Table> & { run(context: WithOptions<Context, Table>, id: string, ...values: never[]): unknown },
): AddCommand =>
  serverCommand<Table>(verb, {
    ...help,
    arguments: { [argument]: `the ${hint}`, ...help.arguments },
    run: async (context, text: string, ...values: never[]) => run(context, await find(context.client, text), ...values),
  });

/** The output and the process environment of a command that calls no server, or opens its own session. */
export type LocalContext = { command: Command; output: Output; shell: Shell };

/** Returns a command that calls no server, or opens its own session. `run` gets its context with the options, and the arguments. */
export const localCommand =
  <const Table extends OptionTable = NoOptions>(
    verb: string,
    { run, ...help }: Help<Table> & { run(context: WithOptions<LocalContext, Table>, ...values: never[]): unknown },
  ): AddCommand =>
  (parent, shell) => {
    const command = newCommand(parent, verb, help);
    return command.action(async (...values: unknown[]) => {
      const context = { command, output: openOutput(command, shell), shell, options: command.opts() as OptionsOf<Table> };
      await run(context, ...(values.slice(0, -2) as never[]));
    });
  };

/** Returns the command that lists things: as a table, whose titles are the keys of `columns`; where the caller asks for data, as `read` returns it. */
export const listCommand = <Thing, const Table extends OptionTable = NoOptions>({
  verb = 'list',
  read,
  columns,
  none,
  ...help
}: Help<Table> &
  Verb & {
    read(context: Context, options: OptionsOf<Table>): Promise<ListPage<Thing> | readonly Thing[]>;
    /** Returns the cell of each column. It may read what all rows need. */
    columns(context: Context, things: readonly Thing[]): ColumnsOf<Thing> | Promise<ColumnsOf<Thing>>;
    /** Printed where there is nothing to list. */
    none: string;
  }): AddCommand =>
  serverCommand<Table>(verb, {
    ...help,
    async run(context) {
      const page = await read(context, context.options);
      if (context.output.wantsData) return context.output.printData(page);
      const things = 'items' in page ? page.items : page;
      const cells = await columns(context, things);
      const rows = things.map((thing) => Object.values(cells).map((cell) => cell(thing)));
      return context.output.printTable(Object.keys(cells), rows, none);
    },
  });

/** The cell of each column, by its title. */
type ColumnsOf<Thing> = Readonly<Record<string, (thing: Thing) => Cell>>;

/** Returns the command that shows one thing: printed by `print`; where the caller asks for data, as `read` returns it. */
export const showCommand = <Thing, const Table extends OptionTable = NoOptions>(
  noun: Noun,
  {
    verb = 'show',
    read,
    print,
    ...help
  }: Help<Table> &
    Verb & {
      read(client: Client, id: string, options: OptionsOf<Table>): Promise<Thing>;
      print(context: Context, thing: Thing): void | Promise<void>;
    },
): AddCommand =>
  thingCommand<Table>(noun, verb, {
    ...help,
    async run(context, id) {
      const thing = await read(context.client, id, context.options);
      return context.output.wantsData ? context.output.printData(thing) : print(context, thing);
    },
  });

/** Returns the command that deletes one thing. */
export const deleteCommand = <const Table extends OptionTable = NoOptions>(
  noun: Noun,
  { send, ...help }: Help<Table> & { send(client: Client, id: string, options: OptionsOf<Table>): Promise<unknown> },
): AddCommand =>
  thingCommand<Table>(noun, 'delete', {
    ...help,
    async run({ client, output, options }, id) {
      await send(client, id, options);
      return output.printResult({ id }, `Deleted ${noun.what} ${id}.`);
    },
  });
