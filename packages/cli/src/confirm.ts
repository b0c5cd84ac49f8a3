import { createInterface } from 'node:readline';

import type { Command } from 'commander';

import { Failure } from './failure.ts';
import { orInterruption, type Shell } from './shell.ts';
import { oneLine } from './text.ts';

/** Names of the commands that delete or end something. */
const DESTRUCTIVE = new Set(['delete', 'remove', 'revoke', 'unpair']);

/** Whether a command asks before it does its work. */
export const isDestructive = (command: Command): boolean => command.commands.length === 0 && DESTRUCTIVE.has(command.name());

/** Adds `--yes` to all destructive commands of a tree. */
export function addYes(command: Command): void {
  if (isDestructive(command)) command.option('--yes', 'do not ask; needed without a terminal');
  for (const child of command.commands) addYes(child);
}

/** Asks before a destructive command starts. Throws a `Failure` if the answer is not yes, or if there is no terminal and no `--yes`. */
export async function confirmDestruction(command: Command, shell: Shell): Promise<void> {
  const { yes, dryRun } = command.opts<{ yes?: true; dryRun?: true }>();
  if (!isDestructive(command) || yes || dryRun) return;
  const fullName = namesOf(command).join(' ');
  if (!shell.stdin.isTTY || !shell.stderr.isTTY) {
    throw new Failure('usage', `${fullName} asks before it starts, but there is no terminal. Add --yes.`);
  }
  shell.stderr.write(`${oneLine(`${fullName} ${command.args.join(' ')}`)}\n${command.description()}.\nContinue? [y/N] `);
  if (!/^y(es)?$/i.test((await readLine(shell)).trim())) throw new Failure('refused', 'Nothing was changed.');
}

function namesOf(command: Command): string[] {
  return [...(command.parent ? namesOf(command.parent) : []), command.name()];
}

/** Reads a line of the terminal; an empty one at its end (Ctrl-D). */
async function readLine({ stdin, signal }: Shell): Promise<string> {
  const reader = createInterface({ input: stdin });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    reader.once('line', resolve);
    reader.once('close', () => resolve(''));
    signal.addEventListener('abort', reject, { once: true });
    return await orInterruption(promise, signal);
  } finally {
    reader.close();
  }
}
