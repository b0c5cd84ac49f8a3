import type { Command, Option } from 'commander';

/** An option of a command, as pages and completions show it. */
export type ShownOption = { flags: string; names: string[]; takesValue: boolean; choices: readonly string[]; description: string };

/** A command with the content of its help. */
export type ShownCommand = {
  /** Its words, without `millrace`. */
  words: readonly string[];
  /** One line. */
  summary: string;
  description: string;
  usage: string;
  arguments: { name: string; choices: readonly string[]; description: string }[];
  options: ShownOption[];
  examples: string[];
  /** The commands below it. */
  children: ShownCommand[];
};

/** Describes a command and those below it. */
export function describeTree(command: Command, words: readonly string[] = []): ShownCommand {
  return {
    words,
    summary: firstLineOf(command.summary() || command.description()),
    description: command.description(),
    usage: command.usage(),
    arguments: command.registeredArguments.map((registeredArgument) => ({
      name: registeredArgument.variadic ? `${registeredArgument.name()}...` : registeredArgument.name(),
      choices: registeredArgument.argChoices ?? [],
      description: registeredArgument.description,
    })),
    options: command.options.filter(({ hidden }) => !hidden).map(describeOption),
    examples: examplesOf(command),
    children: command.commands.map((child) => describeTree(child, [...words, child.name()])),
  };
}

/** Lists a command and all below it. */
export const everyCommand = (command: ShownCommand): ShownCommand[] => [command, ...command.children.flatMap(everyCommand)];

/** The executable commands of a tree, in the order of the help. */
export const leavesOf = (command: ShownCommand): ShownCommand[] => [
  ...(command.examples.length > 0 || command.children.length === 0 ? [command] : []),
  ...command.children.flatMap(leavesOf),
];

/** The program of a command. */
export const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command);

function describeOption(option: Option): ShownOption {
  const { flags, short, long, description, argChoices, defaultValue } = option;
  const defaultText = typeof defaultValue === 'string' || typeof defaultValue === 'number' ? ` (default: ${defaultValue})` : '';
  return {
    flags,
    names: [short, long].filter((name) => name !== undefined),
    takesValue: option.required || option.optional,
    choices: argChoices ?? [],
    description: description + defaultText,
  };
}

/** Reads the examples out of the help of a command. */
function examplesOf(command: Command): string[] {
  let text = '';
  const formerOutput = { ...command.configureOutput() };
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  command.configureOutput(formerOutput);
  const [, lines = ''] = /^Examples:\n((?: {2}.*\n?)+)/m.exec(text) ?? [];
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const firstLineOf = (text: string): string => text.split('\n')[0] ?? '';
