/** Refusals: a status, a stable code and a message for people. */
import type { Code } from '@millrace/contract';

/** The exact reason of a refusal, and advice. No answer contains it: the caller may be an attacker. */
export type ExactReason = {
  reason?: string;
  advice?: string;
  /** The id of the OAuth client, if the request does not name it. */
  program?: string | undefined;
};

/** An object that a request names, by its kind and id. */
export type Subject = { noun: string; id: string };

/** A refusal. Any other error is a fault of the server and becomes a 500. */
export class Problem extends Error {
  readonly status: number;
  readonly code: Code;
  readonly details: string | undefined;
  /** Seconds after which the same call may work. */
  readonly retryAfter: number | undefined;
  /** The header WWW-Authenticate of a 401 or 403: the missing scopes of the token, or the ways to prove the identity. */
  challenge: string | undefined;
  /** The exact reason, only for the owner of the OAuth client that has called. */
  exact: ExactReason | undefined;
  /** The object that the refusal is about, for bodies that name it. */
  subject: Subject | undefined;

  constructor(status: number, code: Code, message: string, details?: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/** 400: the request cannot be understood or breaks a limit. */
export const invalid = (code: Code, message: string, details?: string): Problem => new Problem(400, code, message, details);

/** 400: a text that is no JSON; `name` is the part of the request in the message. The message repeats nothing of the text, which may be a secret. */
export const malformedJson = (name: string, cause: unknown): Problem =>
  invalid(
    'malformed_request',
    `${name} is not JSON: ${(cause as Error).message.replace(/(?:^|, )(?:\.\.\.)?".*$/s, '') || 'unknown word'}.`,
  );

/** 401: the caller did not prove its identity. */
export const unauthenticated = (code: Code, message: string, challenge: string): Problem =>
  Object.assign(new Problem(401, code, message), { challenge });

/** Adds the exact reason to a refusal. */
export const withReason = (problem: Problem, exact: ExactReason): Problem => Object.assign(problem, { exact });

/** Adds the OAuth client to a refusal, if the request does not name it. */
export const withProgram = (problem: Problem, program: string): Problem => withReason(problem, { ...problem.exact, program });

/** 403: the caller may see the object, but may not do this. */
export const forbidden = (code: Code, message: string): Problem => new Problem(403, code, message);

/**
 * 403: the scopes of the token do not include one of these (RFC 6750, section 3.1). The header names the first one, which is the narrowest.
 * @rule oauth.use.challenge
 */
export const scopeFault = (wanted: readonly string[]): Problem =>
  Object.assign(
    new Problem(
      403,
      'scope_missing',
      `This needs a token with ${wanted.length > 1 ? 'one of the scopes' : 'the scope'} ${wanted.join(', ')}: have the client ask for it.`,
    ),
    { challenge: `Bearer error="insufficient_scope", scope="${wanted[0] ?? ''}"` },
  );

/**
 * 404: the object does not exist, belongs to another tenant, or the caller may not see it; the answers are the same.
 * @rule requests.id.hidden
 */
export const notFound = (noun: string, id: string): Problem =>
  withSubject(new Problem(404, 'not_found', `${noun} '${id}' was not found.`), { noun, id });

/** Adds the object that a refusal is about. */
export const withSubject = (problem: Problem, subject: Subject): Problem => Object.assign(problem, { subject });

/** Returns a row that a statement has found, or refuses with 404. */
export function requireFound<Row>(row: Row | undefined, noun: string, id: string): Row {
  if (row === undefined) throw notFound(noun, id);
  return row;
}

/** 409: the name is taken, the object is in use, or its state does not allow the change. */
export const conflict = (code: Code, message: string, details?: string): Problem => new Problem(409, code, message, details);

/** 429: above the rate limit; the header of the answer says after how many seconds to try again. */
export const tooOften = (message: string, retryAfter: number): Problem =>
  new Problem(429, 'too_many_requests', message, undefined, retryAfter);

const NAMES_SHOWN = 20;

/** The obstacles to a change, in words: names that the caller may see, and the number of all others. */
export function namesAndMore(total: number, names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map((name) => `'${name}'`);
  const others = total - shown.length;
  if (others > 0) shown.push(`${others} ${shown.length > 0 ? 'more' : 'that you cannot see'}`);
  return shown.join(', ');
}
