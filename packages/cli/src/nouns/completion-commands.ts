import type { Command } from 'commander';

import { printCompletion } from '../commands/completion/print-completion.ts';
import { writeManPages } from '../commands/completion/write-man-pages.ts';
import type { Shell } from '../shell.ts';

/** Adds the commands that describe all others: `millrace completion` and `millrace man`. */
export function addCompletionCommands(program: Command, shell: Shell): void {
  for (const add of [printCompletion, writeManPages]) add(program, shell);
}
