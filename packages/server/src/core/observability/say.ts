/** Messages to the person or program that started the server: text on a terminal, else lines in the form of the log. */
import { Console } from 'node:console';
import { logLine } from '@millrace/wire/process-log';
import { StartError } from '../base/start-error.ts';

/** Not `console`, whose output goes into the log, because libraries print there. A closed reader must not end the process. */
const out = new Console({ stdout: process.stdout, stderr: process.stderr });

/** Prints a message. */
export const say = (line: string): void => out.log(process.stdout.isTTY ? line : logLine('info', line).trimEnd());

/** Prints the reason why the program ends: the message of a `StartError`, or the whole stack of any other error. */
export function sayFailure(error: unknown): void {
  const known = error instanceof StartError ? error.message : undefined;
  if (process.stderr.isTTY) return out.error(known ?? error);
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  out.error(logLine('error', known ?? message, known === undefined ? { stack } : {}).trimEnd());
}
