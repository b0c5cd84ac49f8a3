import { messageOf } from './program/own-log.ts';
import { UsageError } from './program/usage-error.ts';
import { USAGE } from './settings.ts';

/** Runs a command and ends the process with its exit code. `fail` is called with the reason if the command throws. */
export async function runCommandLine(perform: () => Promise<number>, fail: (message: string) => void): Promise<never> {
  try {
    process.exitCode = await perform();
  } catch (error) {
    fail(messageOf(error));
    if (error instanceof UsageError) process.stderr.write(USAGE);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
  // Keep-alive connections would otherwise delay the end of the process.
  process.exit();
}
