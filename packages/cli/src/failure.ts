import { ApiError, UnreachableError } from '@millrace/contract/client';

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
  if (error instanceof UnreachableError) return `${message}. Check the address and that the server is running.`;
  if (!(error instanceof ApiError)) return message;
  const advised = error.status === 401 ? `${message.replace(/\.$/, '')}. Sign in with \`millrace login --url <address>\`.` : message;
  return error.requestId === undefined ? advised : `${advised} (request ${oneLine(error.requestId)})`;
}
