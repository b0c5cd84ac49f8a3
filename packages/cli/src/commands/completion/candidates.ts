import type { ShownCommand, ShownOption } from '../../command-tree.ts';

/** A word that may follow, with its meaning. */
export type Candidate = { name: string; description: string };

/** An option that takes a value: of the command with this path, or of all commands where `path` is undefined. Without choices, a file name may follow. */
export type ValueOption = { path: string | undefined; names: readonly string[]; choices: readonly string[] };

/** Lists the command and all below it. */
export const everyCommand = (command: ShownCommand): ShownCommand[] => [command, ...command.children.flatMap(everyCommand)];

/** The words of a command, each after a blank. */
export const pathOf = ({ words }: ShownCommand): string => words.map((word) => ` ${word}`).join('');

/** The words that may follow a command: the commands below it, values of its arguments, and its own options. */
export function candidatesAt(command: ShownCommand): Candidate[] {
  return [
    ...command.children.map(({ words, summary }) => ({ name: words.at(-1) ?? '', description: summary })),
    ...command.arguments.flatMap(({ choices, description }) => choices.map((name) => ({ name, description }))),
    ...(command.words.length === 0 ? [] : optionNames(command.options)),
  ];
}

/** The options that may follow every command. */
export const sharedCandidates = (root: ShownCommand): Candidate[] => [
  ...optionNames(root.options),
  { name: '--help', description: 'display help' },
];

/** All options that take a value. Those of commands come first. */
export function valueOptions(root: ShownCommand): ValueOption[] {
  const valueOptionsOf = (path: string | undefined, options: readonly ShownOption[]): ValueOption[] =>
    options.filter(({ takesValue }) => takesValue).map(({ names, choices }) => ({ path, names, choices }));
  return [
    ...everyCommand(root).flatMap((command) => (command === root ? [] : valueOptionsOf(pathOf(command), command.options))),
    ...valueOptionsOf(undefined, root.options),
  ];
}

const optionNames = (options: readonly ShownOption[]): Candidate[] =>
  options.flatMap(({ names, description }) => names.slice(-1).map((name) => ({ name, description })));
