import { MillraceError } from '@millrace/client';
import { plainMessage } from '@millrace/contract/plain-messages';
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

/** What to do about a token that the server does not accept. `login` does not help where another token comes before the stored one. */
const NEW_TOKEN = 'Sign in with `millrace login --url <address>`, or replace the token in MILLRACE_TOKEN or the file of --token-file.';

/** The text of the error line: one line, with the request id if the server sent one. */
export function describeFailure(error: unknown): string {
  const sent = oneLine(error instanceof Error ? error.message : String(error));
  const message = error instanceof MillraceError ? plainMessage(sent) : sent;
  if (!(error instanceof MillraceError)) return message;
  const sentence = `${message.replace(/\.$/, '')}.`;
  if (error.status === undefined) return `${sentence} Check the address and that the server is running.`;
  const advised = error.status === 401 ? `${sentence} ${NEW_TOKEN}` : message;
  return error.requestId === undefined ? advised : `${advised} (request ${oneLine(error.requestId)})`;
}

const OUTCOME = 'with --follow or --wait, the outcome of the execution';

/** The exit codes with their meanings; `when` names the only commands that end with a code. */
export const EXIT_CODES = [
  { name: 'success', code: 0, means: 'success', when: '' },
  { name: 'refused', code: 1, means: 'the server refused, or something failed', when: '' },
  { name: 'usage', code: 2, means: 'wrong usage', when: '' },
  { name: 'notSignedIn', code: 3, means: 'the server answers, but a login is needed', when: '' },
  { name: 'notFound', code: 4, means: 'not found', when: '' },
  { name: 'unreachable', code: 5, means: 'the server cannot be reached', when: '' },
  { name: 'interrupted', code: 130, means: 'ended by Ctrl-C', when: '' },
  { name: 'executionFailed', code: 10, means: 'failed', when: OUTCOME },
  { name: 'executionRejected', code: 11, means: 'succeeded, rows rejected', when: OUTCOME },
  { name: 'executionTerminated', code: 12, means: 'stopped or timed out', when: OUTCOME },
  { name: 'deployFailed', code: 13, means: 'could not deploy, or did not start', when: OUTCOME },
  { name: 'different', code: 20, means: 'the files differ from the server', when: 'of diff' },
] as const;

/** The exit codes by their names. */
export const EXIT = Object.fromEntries(EXIT_CODES.map(({ name, code }) => [name, code])) as {
  readonly [Row in (typeof EXIT_CODES)[number] as Row['name']]: Row['code'];
};

/** The exit codes as the help shows them. */
export const EXIT_CODES_HELP = [
  '\nExit codes:',
  ...EXIT_CODES.flatMap(({ code, means, when }, index) => [
    ...(when === (EXIT_CODES[index - 1]?.when ?? '') ? [] : [`  ${when}:`]),
    `  ${String(code).padEnd(3)}  ${means}`,
  ]),
].join('\n');

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
