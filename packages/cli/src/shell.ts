import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { Failure } from './failure.ts';

/** The process environment of the program; tests pass their own. */
export type Shell = {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean };
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Exit code of a command that did not throw, such as the outcome of an execution. */
  exitCode: number;
};

/** The message of an interruption that needs no message: nothing is under way at the server. */
export const INTERRUPTED = 'Interrupted.';

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
