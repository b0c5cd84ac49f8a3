import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';

/** The program of an engine, with the words that stand before its own. */
export type Program = { command: string; words: readonly string[] };

/** Finds the engine that is installed beside this command line, else `millrace-engine` in PATH. */
export async function findEngine(env: Shell['env'], beside = besideThis()): Promise<Program> {
  if (beside !== undefined && (await isThere(beside, constants.R_OK))) return { command: process.execPath, words: [beside] };
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((one) => one !== '')) {
    const command = join(folder, 'millrace-engine');
    if (await isThere(command, constants.X_OK)) return { command, words: [] };
  }
  throw new Failure(
    'usage',
    'A bundle is run by an engine, and none is installed here: install one, so that `millrace-engine` is in PATH.',
  );
}

/**
 * Starts the engine with a document on its standard input. It does not hear Ctrl-C, which is for this program to pass on; the IPC channel tells it when
 * this program has died.
 */
export async function startEngine(words: readonly string[], input: string, env: Shell['env']): Promise<ChildProcess> {
  const program = await findEngine(env);
  const child = spawn(program.command, [...program.words, ...words], {
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  // An engine that ends before it has read all says why itself.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return child;
}

function besideThis(): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve('@millrace/engine'));
  } catch {
    return undefined;
  }
}

const isThere = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );
