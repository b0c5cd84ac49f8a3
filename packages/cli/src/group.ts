/** Builds the commands that most nouns have, from their help, look-up, columns and requests. */
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext, type Context } from './context.ts';
import { examples } from './examples.ts';
import type { ListPage } from './pages.ts';
import type { Shell } from './shell.ts';
import type { Cell } from './table.ts';

/** Adds a command below another one. */
export type AddCommand = (parent: Command, shell: Shell) => void;

/** How one thing of a noun is named on the command line: what it is, its argument in the help, and the function that finds its id by the argument. */
export type Noun = { what: string; argument: string; find(client: Client, text: string): Promise<string> };

type Help = {
  /** The word that is typed, where it is not the usual one. */
  verb?: string;
  description: string;
  examples: readonly string[];
  /** Adds the options of the command. */
  options?(command: Command): Command;
};

/** Returns a noun with its commands, in the order of the help. */
export const group =
  (name: string, description: string, commands: readonly AddCommand[]): AddCommand =>
  (program, shell) => {
    const noun = program.command(name).description(description);
    for (const add of commands) add(noun, shell);
  };

/** Starts a command: its word, its description and its options; `addHelpText` puts the examples below. */
function begin(parent: Command, usualVerb: string, { verb = usualVerb, description, options, examples: lines }: Help): Command {
  const command = parent.command(verb).description(description);
  return (options?.(command) ?? command).addHelpText('after', examples(...lines));
}

/** Returns the command that lists things: as a table, whose titles are the names of the columns, or the answer of `read`. */
export const listCommand =
  <Thing, Options = object>({
    read,
    columns,
    none,
    ...help
  }: Help & {
    read(context: Context, options: Options): Promise<ListPage<Thing> | readonly Thing[]>;
    /** Returns the cell of each column. It may read what all rows need. */
    columns(context: Context, things: readonly Thing[]): ColumnsOf<Thing> | Promise<ColumnsOf<Thing>>;
    /** Printed where there is nothing to list. */
    none: string;
  }): AddCommand =>
  (parent, shell) => {
    begin(parent, 'list', help).action(async (options: Options, command: Command) => {
      const context = await openContext(command, shell);
      const page = await read(context, options);
      if (context.output.json) return context.output.printJson(page);
      const things = 'items' in page ? page.items : page;
      const cells = await columns(context, things);
      const rows = things.map((thing) => Object.values(cells).map((cell) => cell(thing)));
      return context.output.printTable(Object.keys(cells), rows, none);
    });
  };

/** The cell of each column, by its title. */
type ColumnsOf<Thing> = Readonly<Record<string, (thing: Thing) => Cell>>;

/** Returns the command that shows one thing: printed by `print`, or the answer of `read`. */
export const showCommand =
  <Thing, Options = object>(
    { what, argument, find }: Noun,
    {
      read,
      print,
      ...help
    }: Help & {
      read(client: Client, id: string, options: Options): Promise<Thing>;
      print(context: Context, thing: Thing): void | Promise<void>;
    },
  ): AddCommand =>
  (parent, shell) => {
    const command = begin(parent, 'show', help).argument(argument, `the ${what}`);
    command.action(async (text: string, options: Options) => {
      const context = await openContext(command, shell);
      const thing = await read(context.client, await find(context.client, text), options);
      return context.output.json ? context.output.printJson(thing) : print(context, thing);
    });
  };

/** Returns the command that deletes one thing. */
export const deleteCommand =
  <Options = object>(
    { what, argument, find }: Noun,
    { send, ...help }: Help & { send(client: Client, id: string, options: Options): Promise<unknown> },
  ): AddCommand =>
  (parent, shell) => {
    const command = begin(parent, 'delete', help).argument(argument, `the ${what}`);
    command.action(async (text: string, options: Options) => {
      const { client, output } = await openContext(command, shell);
      const id = await find(client, text);
      await send(client, id, options);
      return output.printResult({ id }, `Deleted ${what} ${id}.`);
    });
  };
