import { CommanderError } from 'commander';

import { EXIT, exitCodeOf } from './exit-codes.ts';
import { describeFailure, isInterruption } from './failure.ts';
import { buildProgram } from './program.ts';
import type { Shell } from './shell.ts';

/** Runs one command line and answers its exit code; what went wrong stands in one line on stderr. */
export async function runProgram(words: readonly string[], shell: Shell): Promise<number> {
  try {
    await buildProgram(shell).parseAsync([...words], { from: 'user' });
    return shell.exitCode;
  } catch (error) {
    // Commander has already written what it has to say, and whoever pressed Ctrl-C knows.
    if (error instanceof CommanderError) return exitCodeOf(error);
    if (shell.signal.aborted || isInterruption(error)) return EXIT.interrupted;
    shell.stderr.write(`millrace: ${describeFailure(error)}\n`);
    return exitCodeOf(error);
  }
}
