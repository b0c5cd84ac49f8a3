import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';

/** The program of an engine: the command, and the arguments that come before those of the engine. */
type EngineProgram = { command: string; words: readonly string[] };

/** Finds the engine that is installed beside this command line, else `millrace-engine` in PATH. */
export async function findEngineProgram(env: Shell['env'], installed = installedEngine()): Promise<EngineProgram> {
  if (installed !== undefined && (await isThere(installed, constants.R_OK))) return { command: process.execPath, words: [installed] };
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((name) => name !== '')) {
    const command = join(folder, 'millrace-engine');
    if (await isThere(command, constants.X_OK)) return { command, words: [] };
  }
  throw new Failure(
    'usage',
    'An engine is needed to run a bundle, and none is installed here: install one, so that `millrace-engine` is in PATH.',
  );
}

/**
 * Starts the engine and writes `input` to its standard input. The engine does not receive Ctrl-C from the terminal; this program forwards it. When
 * this program dies, the IPC channel closes and the engine ends.
 */
export async function startEngine(words: readonly string[], input: string, { env, workingFolder }: Shell): Promise<ChildProcess> {
  const program = await findEngineProgram(env);
  const child = spawn(program.command, [...program.words, ...words], {
    env,
    cwd: workingFolder,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  // If the engine ends before it has read everything, its own message gives the reason.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return child;
}

/** The path of the program of the engine package; undefined if the package is not installed. */
function installedEngine(): string | undefined {
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
