import { createInterface } from 'node:readline';

import type { Command } from 'commander';

import { Failure } from './failure.ts';
import { orInterruption, type Shell } from './shell.ts';
import { oneLine } from './text.ts';

/** Commands of these names destroy something. */
const DESTROYING = new Set(['delete', 'remove', 'revoke', 'unpair']);

/** Whether a command asks before it does its work. */
export const isDestroying = (command: Command): boolean => command.commands.length === 0 && DESTROYING.has(command.name());

/** Adds `--yes` to all commands of a tree that destroy something. */
export function addYes(command: Command): void {
  if (isDestroying(command)) command.option('--yes', 'do not ask; needed without a terminal');
  for (const child of command.commands) addYes(child);
}

/** Asks before a command destroys something. Throws a `Failure` if the answer is not yes, or if there is no terminal and no `--yes`. */
export async function confirmDestruction(command: Command, shell: Shell): Promise<void> {
  const { yes, dryRun } = command.opts<{ yes?: true; dryRun?: true }>();
  if (!isDestroying(command) || yes || dryRun) return;
  const words = namesOf(command).join(' ');
  if (!shell.stdin.isTTY || !shell.stderr.isTTY) {
    throw new Failure('usage', `${words} asks before it starts, but there is no terminal. Add --yes.`);
  }
  shell.stderr.write(`${oneLine(`${words} ${command.args.join(' ')}`)}\n${command.description()}.\nContinue? [y/N] `);
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
