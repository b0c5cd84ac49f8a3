import { CommanderError } from 'commander';

import { EXIT, exitCodeOf } from './exit-codes.ts';
import { describeFailure, isInterruption } from './failure.ts';
import { buildProgram } from './program.ts';
import { sectionsFor } from './sections.ts';
import { INTERRUPTED, type Shell } from './shell.ts';

/** Runs one command line and returns its exit code; an error is printed as one line on stderr. */
export async function runProgram(words: readonly string[], shell: Shell): Promise<number> {
  try {
    const program = await buildProgram(shell, isVersion(words) ? [] : sectionsFor(words));
    await program.parseAsync([...words], { from: 'user' });
    return shell.exitCode;
  } catch (error) {
    // Commander has already printed its error.
    if (error instanceof CommanderError) return exitCodeOf(error);
    if (isInterruption(error) && describeFailure(error) !== INTERRUPTED) shell.stderr.write(`millrace: ${describeFailure(error)}\n`);
    if (shell.signal.aborted || isInterruption(error)) return EXIT.interrupted;
    shell.stderr.write(`millrace: ${describeFailure(error)}\n`);
    return exitCodeOf(error);
  }
}

/** Whether a command line only asks for the version, for which no command is loaded. */
const isVersion = ([word, ...others]: readonly string[]): boolean => others.length === 0 && (word === '--version' || word === '-V');
