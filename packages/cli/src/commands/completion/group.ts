import { Argument, type Command } from 'commander';
import { describeTree, rootOf, type ShownCommand } from '../../command-tree.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { writeManPages } from './man.ts';
import { bashCompletion, fishCompletion, zshCompletion } from './shells.ts';

const COMPLETIONS: Readonly<Record<string, (root: ShownCommand) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `millrace completion`. */
function printCompletion(parent: Command, shell: Shell): void {
  parent
    .command('completion')
    .description('Print a script with which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(COMPLETIONS)))
    .addHelpText(
      'after',
      examples(
        'source <(millrace completion bash)',
        'source <(millrace completion zsh)',
        'millrace completion fish > ~/.config/fish/completions/millrace.fish',
      ),
    )
    .action((name: string, _options: unknown, command: Command) => {
      shell.stdout.write(COMPLETIONS[name]?.(describeTree(rootOf(command))) ?? '');
    });
}

/** Adds the commands that describe all others: `millrace completion` and `millrace man`. */
export function addCompletionCommands(program: Command, shell: Shell): void {
  for (const add of [printCompletion, writeManPages]) add(program, shell);
}
