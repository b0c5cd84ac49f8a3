import { Argument } from 'commander';
import { localCommand } from '../../group.ts';
import { describeTree, rootOf, type ShownCommand } from '../../command-tree.ts';
import { writeManPages } from './man.ts';
import { bashCompletion, fishCompletion, zshCompletion } from './shells.ts';

const COMPLETIONS: Readonly<Record<string, (root: ShownCommand) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

const printCompletion = localCommand('completion', {
  description: 'Print a script with which a shell completes commands and options',
  options: (command) => command.addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(COMPLETIONS))),
  examples: [
    'source <(millrace completion bash)',
    'source <(millrace completion zsh)',
    'millrace completion fish > ~/.config/fish/completions/millrace.fish',
  ],
  run({ command, shell }, name: string) {
    shell.stdout.write(COMPLETIONS[name]?.(describeTree(rootOf(command))) ?? '');
  },
});

/** The commands that describe all others: `millrace completion` and `millrace man`. */
export const completionCommands = [printCompletion, writeManPages];
