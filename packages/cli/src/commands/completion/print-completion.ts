import { Argument, type Command } from 'commander';

import { describeTree, rootOf, type ShownCommand } from '../../command-tree.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { bashCompletion } from './bash-completion.ts';
import { fishCompletion } from './fish-completion.ts';
import { zshCompletion } from './zsh-completion.ts';

const COMPLETIONS: Readonly<Record<string, (root: ShownCommand) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `millrace completion`. */
export function printCompletion(parent: Command, shell: Shell): void {
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
