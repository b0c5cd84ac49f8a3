/** What the program tells the one that started it: as text where a terminal shows it, in the form of the log elsewhere. */
import { Console } from 'node:console';
import { logLine } from '@millrace/wire/process-log';
import { StartError } from '../base/start-error.ts';

/** Not the console that libraries print on, which is part of the log. A reader that is gone is no reason to end. */
const out = new Console({ stdout: process.stdout, stderr: process.stderr });

/** Tells something. */
export const say = (line: string): void => out.log(process.stdout.isTTY ? line : logLine('info', line).trimEnd());

/** Tells why the program ends: of what its operator can mend the sentence, of any other fault all that is known. */
export function sayFailure(error: unknown): void {
  const known = error instanceof StartError ? error.message : undefined;
  if (process.stderr.isTTY) return out.error(known ?? error);
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  out.error(logLine('error', known ?? message, known === undefined ? { stack } : {}).trimEnd());
}
