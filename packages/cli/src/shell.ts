import { resolve } from 'node:path';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { Failure } from './failure.ts';

/** A stream to which the program writes; a terminal has a number of columns. */
type OutputStream = Writable & { isTTY?: boolean; columns?: number };

/** The state of the process that the program uses; only `main.ts` reads it from the process itself, and tests pass their own. */
export type Shell = {
  env: Readonly<Record<string, string | undefined>>;
  /** The folder to which relative paths on the command line refer. */
  workingFolder: string;
  stdin: Readable & { isTTY?: boolean };
  stdout: OutputStream;
  stderr: OutputStream;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Exit code of a command that did not throw, such as the outcome of an execution. */
  exitCode: number;
};

/** The message of an interruption that needs no message: nothing is under way at the server. */
export const INTERRUPTED = 'Interrupted.';

/** Returns the absolute path of a file or folder that the caller named. */
export const absolutePath = (path: string, { workingFolder }: Pick<Shell, 'workingFolder'>): string => resolve(workingFolder, path);

/** Returns the length of the lines of a terminal; undefined for another stream, where it is not limited. */
export const columnsOf = ({ isTTY, columns }: OutputStream): number | undefined => (isTTY ? columns : undefined);

/** Returns the folder for temporary files. */
export const temporaryFolder = ({ env }: Pick<Shell, 'env'>): string => env['TMPDIR'] || env['TEMP'] || '/tmp';

/** Reads all of stdin. Throws a `Failure` of kind `interrupted` on Ctrl-C. */
export async function readStdin(shell: Pick<Shell, 'stdin' | 'signal'>): Promise<string> {
  return orInterruption(text(addAbortSignal(shell.signal, shell.stdin)), shell.signal);
}

/** Waits for the milliseconds. Throws a `Failure` of kind `interrupted` on Ctrl-C. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await orInterruption(setTimeout(milliseconds, undefined, { signal }), signal);
}

/** Returns the result of a step. If the step fails because of Ctrl-C, throws a `Failure` of kind `interrupted`. */
export async function orInterruption<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (signal.aborted) throw new Failure('interrupted', INTERRUPTED);
    throw error;
  }
}
