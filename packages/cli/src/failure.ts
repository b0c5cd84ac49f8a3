import { MillraceError } from '@millrace/client';
import { CommanderError } from 'commander';
import { oneLine } from './text.ts';

/** A command cannot continue; the message is for the user of the command line. */
export class Failure extends Error {
  readonly kind: 'refused' | 'usage' | 'notSignedIn' | 'notFound' | 'unreachable' | 'interrupted';

  constructor(kind: Failure['kind'], message: string) {
    super(message);
    this.name = 'Failure';
    this.kind = kind;
  }
}

/** Whether a command was ended by Ctrl-C. */
export function isInterruption(error: unknown): boolean {
  return error instanceof Failure && error.kind === 'interrupted';
}

/** The text of the error line: one line, with the request id if the server sent one. */
export function describeFailure(error: unknown): string {
  const message = oneLine(error instanceof Error ? error.message : String(error));
  if (error instanceof MillraceError && error.status === undefined) return `${message}. Check the address and that the server is running.`;
  if (!(error instanceof MillraceError)) return message;
  const advised = error.status === 401 ? `${message.replace(/\.$/, '')}. Sign in with \`millrace login --url <address>\`.` : message;
  return error.requestId === undefined ? advised : `${advised} (request ${oneLine(error.requestId)})`;
}

/** Exit codes of every command. */
export const EXIT = {
  success: 0,
  refused: 1,
  usage: 2,
  notSignedIn: 3,
  notFound: 4,
  unreachable: 5,
  executionFailed: 10,
  executionRejected: 11,
  executionTerminated: 12,
  deployFailed: 13,
  different: 20,
  interrupted: 130,
} as const;

/** The exit codes as the help shows them. */
export const EXIT_CODES_HELP = `
Exit codes:
  0    success
  1    the server refused, or something failed
  2    wrong usage
  3    the server answers, but a login is needed
  4    not found
  5    the server cannot be reached
  130  ended by Ctrl-C
  with --follow or --wait, the outcome of the execution:
  10   failed
  11   finished with rejected rows
  12   terminated or timed out
  13   could not be deployed
  of diff:
  20   the files differ from the server`;

/** The exit code by which a script recognises the kind of failure. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return EXIT[error.kind];
  if (error instanceof MillraceError && error.status === undefined) return EXIT.unreachable;
  // Asking for help or the version also ends in a CommanderError, with code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage;
  if (error instanceof MillraceError && error.status === 401) return EXIT.notSignedIn;
  if (error instanceof MillraceError && error.status === 404) return EXIT.notFound;
  return EXIT.refused;
}
