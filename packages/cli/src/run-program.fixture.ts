/** Runs the command line in the process of a test. */
import { tmpdir } from 'node:os';
import { Readable, Writable } from 'node:stream';

import { runProgram } from './program.ts';
import type { Shell } from './shell.ts';

/** The exit code of a command, and its output. */
export type CommandResult = { code: number; out: string; err: string };

/** What a test gives a command. `stdin` is sent through a pipe, `typed` by a person at a terminal. */
export type CommandInput = Partial<Pick<Shell, 'env' | 'workingFolder' | 'signal'>> & { stdin?: string; typed?: string };

/** Returns the shell of a command; by default it has neither a terminal nor an install nor a profile. */
export function shellOf({ stdin = '', typed, ...parts }: CommandInput = {}): Shell {
  const isTTY = typed !== undefined;
  return {
    env: { HOME: '/does/not/exist' },
    workingFolder: tmpdir(),
    stdin: Object.assign(Readable.from([typed ?? stdin]), { isTTY }),
    stdout: new Collector(),
    stderr: Object.assign(new Collector(), { isTTY }),
    signal: new AbortController().signal,
    exitCode: 0,
    ...parts,
  };
}

/** Runs a command, and returns its exit code and output. */
export async function runCommand(words: readonly string[], input: CommandInput = {}): Promise<CommandResult> {
  const shell = shellOf(input);
  const code = await runProgram(words, shell);
  return { code, out: writtenTo(shell.stdout), err: writtenTo(shell.stderr) };
}

/** Returns what was written to a stream of a shell of `shellOf`. */
export function writtenTo(stream: Writable): string {
  if (!(stream instanceof Collector)) throw new Error('The stream is not of a shell of shellOf');
  return stream.text;
}

/** A stream that keeps what is written to it. */
class Collector extends Writable {
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}
