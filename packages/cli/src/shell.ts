import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { Failure } from './failure.ts';

/** What the program gets from the process that runs it; tests pass their own. */
export type Shell = {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean };
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Exit code of a command that did its work and has more to say than "fine". */
  exitCode: number;
};

/** Reads all of stdin, or gives up with Ctrl-C. */
export async function readStdin(shell: Pick<Shell, 'stdin' | 'signal'>): Promise<string> {
  return orInterruption(text(addAbortSignal(shell.signal, shell.stdin)), shell.signal);
}

/** Waits, or gives up with Ctrl-C. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await orInterruption(setTimeout(milliseconds, undefined, { signal }), signal);
}

/** Passes on what a step answers; a step that ends because of Ctrl-C ends the command. */
export async function orInterruption<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (signal.aborted) throw new Failure('interrupted', 'Interrupted.');
    throw error;
  }
}
