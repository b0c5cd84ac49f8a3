import type { Route } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { TimeLimitReached } from './sending.ts';

/**
 * The error of calls: a refusal, or a call that got no answer of the API. `status` is that of a refusal, otherwise undefined. `code` is the
 * stable code of the server; a refusal of a proxy may have none. Without a refusal it is `no_answer`, `time_limit` (of an attempt, or of waiting) or
 * `not_millrace` (an answer that is not JSON). `detail` is what some refusals add. `attempts` counts how often the call was sent: after more than one, an
 * earlier attempt may have had its effect. It is 1 when waiting has ended by its time limit.
 */
export class MillraceError extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly route: Route;
  readonly attempts: number;

  constructor(
    route: Route,
    message: string,
    facts: {
      status?: number | undefined;
      code?: string | undefined;
      detail?: string | undefined;
      requestId?: string | undefined;
      attempts?: number;
      cause?: unknown;
    },
  ) {
    super(message, { cause: facts.cause });
    this.name = 'MillraceError';
    this.route = route;
    this.status = facts.status;
    this.code = facts.code;
    this.detail = facts.detail;
    this.requestId = facts.requestId;
    this.attempts = facts.attempts ?? 1;
  }
}

/** Whether a later attempt may succeed: the server cannot be reached, is busy, or has a fault. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof MillraceError &&
  error.code !== 'not_millrace' &&
  (error.status === undefined || error.status === 429 || error.status >= 500);

/** Turns each error that a call can throw into a `MillraceError`. */
export function toMillraceError(error: unknown, route: Route, attempts: number): MillraceError {
  if (error instanceof MillraceError) return error;
  if (error instanceof ApiError) {
    const { status, code, detail, requestId } = error;
    return new MillraceError(route, error.message, { status, code, detail, requestId, attempts, cause: error });
  }
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof TimeLimitReached) return new MillraceError(route, cause.message, { code: 'time_limit', attempts, cause: error });
  if (error instanceof SyntaxError) {
    const message = 'The address answers, but not as a Millrace server: its answer is not JSON. Check the address.';
    return new MillraceError(route, message, { code: 'not_millrace', attempts, cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new MillraceError(route, message, { code: 'no_answer', attempts, cause: error });
}
