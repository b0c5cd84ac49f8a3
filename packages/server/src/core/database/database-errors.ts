/** Classifies errors of the database, and repeats transactions that it ended because of a deadlock. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../base/clock.ts';
import { Problem } from '../base/problem.ts';

/** Temporary faults of the database. */
export type Trouble = 'unreachable' | 'busy' | 'crowded' | 'starting' | 'standby' | 'read-only' | 'short' | 'contended' | 'slow';

const SENTENCES: Readonly<Record<Trouble, string>> = {
  unreachable: 'The database cannot be reached at the moment',
  busy: 'All database connections of this process are in use at the moment',
  crowded: 'The database accepts no further connections at the moment',
  starting: 'The database is starting or recovering',
  standby: 'The database is a standby of another one: it accepts no writes until it is promoted',
  'read-only': 'The database accepts no writes at the moment: it is read-only, as a standby is',
  short: 'The database is short of disk space or memory at the moment',
  contended: 'Other calls change the same rows at the moment',
  slow: 'The database did not finish in time',
};

/** Faults in which the database does nothing, or accepts no writes. In the others it works, and refuses this call. */
const AWAY: ReadonlySet<Trouble> = new Set<Trouble>(['unreachable', 'starting', 'standby', 'read-only']);

/** The sentence for a fault, without the full stop. */
export const sentenceOf = (trouble: Trouble): string => SENTENCES[trouble];

/** The database is unreachable or refuses for a while: the same call may work later. */
export class DatabaseUnavailable extends Error {
  readonly trouble: Trouble;
  /** Whether it is certain that nothing of the transaction was committed; otherwise its outcome is unknown. */
  readonly nothingCommitted: boolean;

  constructor(trouble: Trouble, { cause, nothingCommitted = false }: { cause?: unknown; nothingCommitted?: boolean } = {}) {
    super(cause instanceof Error ? `${sentenceOf(trouble)}: ${cause.message}` : sentenceOf(trouble), { cause });
    this.trouble = trouble;
    this.nothingCommitted = nothingCommitted;
  }
}

/** An error that the server sent, as opposed to one of the connection. */
type ServerError = Error & { severity: string; code: string; constraint?: string; detail?: string };

/** Returns whether the server itself sent the error, so that it can be reached. */
export const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'severity' in error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code));

/** The name of the constraint that refused a write; undefined for any other error. */
export function refusedBy(error: unknown): string | undefined {
  return isServerError(error) && error.code.startsWith('23') ? error.constraint : undefined;
}

/** Returns whether one value or row caused the error, so that other items of the same batch may succeed without it. */
export const isOfOneItem = (error: unknown): boolean => isServerError(error) && /^(?:2[23]|54)/.test(error.code);

/** Returns whether a statement gave up waiting for a lock. */
export const isLockTimeout = (error: unknown): boolean => isServerError(error) && error.code === '55P03';

/** Returns whether the database ended the transaction because of a deadlock or a conflict: nothing was committed, and it may be run again. */
export const isTransactionConflict = (error: unknown): boolean =>
  isServerError(error) && (error.code === '40P01' || error.code === '40001');

/** Returns whether the database refused a text because of a character that it cannot store: U+0000, or in JSON half of a surrogate pair. */
export function refusesText(error: unknown): boolean {
  if (!isServerError(error)) return false;
  return error.code === '22021' || error.code === '22P05' || (error.code === '22P02' && /surrogate/.test(error.detail ?? ''));
}

const TROUBLES: readonly [codes: RegExp, trouble: Trouble][] = [
  [/^57P03$/, 'starting'],
  // Shut down, lost, or ended while the transaction was idle; 58030 is a disk that fails.
  [/^(08...|57P0[1245]|25P03|58030)$/, 'unreachable'],
  [/^53300$/, 'crowded'],
  [/^25006$/, 'read-only'],
  [/^53[124]00$/, 'short'],
  [/^57014$/, 'slow'],
];

/** The temporary fault that an error reports; undefined for any other error. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof DatabaseUnavailable) return error.trouble;
  if (isServerError(error)) return TROUBLES.find(([codes]) => codes.test(error.code))?.[1];
  // The message of a refusal may contain the word timeout.
  if (!(error instanceof Error) || error instanceof Problem) return undefined;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const isLost =
    /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)/.test(code) ||
    /Connection terminated|not queryable|timeout/i.test(error.message);
  return isLost ? 'unreachable' : undefined;
}

/** Returns whether the transaction of a failed commit is known to be gone: the server refused it and went on. */
export const isRefusedCommit = (error: unknown): boolean => isServerError(error) && !/^(08|57P|58)/.test(error.code);

/**
 * The refusal of a call whose database is unreachable or refuses for a while. It says whether a write may have been committed: the answer to a commit may
 * be lost, and an operation with several transactions may have committed the first ones. While the database is away, its details name it as the part that
 * fails: an engine then asks the control plane of another region.
 */
export function unavailableProblem(error: DatabaseUnavailable, operation: { route: string; transaction: string } | undefined): Problem {
  const changedNothing = operation?.route.startsWith('GET ') || (error.nothingCommitted && operation?.transaction === 'read write');
  const outcome = changedNothing
    ? 'Nothing was changed by this call.'
    : 'The write of this call may have been committed: check it before you repeat the call.';
  const part = AWAY.has(error.trouble) ? 'database' : undefined;
  return new Problem(503, 'unavailable', `${sentenceOf(error.trouble)}; try again in a moment. ${outcome}`, part);
}

/** Milliseconds for which work is retried; the first and the longest pause between two attempts. */
const RETRY_MILLISECONDS = 5000;
const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 800;

/**
 * Runs work, and retries it for some seconds while the database ends it because of a deadlock, then throws `DatabaseUnavailable`; nothing of an ended
 * transaction is committed.
 */
export async function retryAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  let until: number | undefined;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
    try {
      return await work();
    } catch (error) {
      if (!isTransactionConflict(error)) throw error;
      until ??= monotonicMilliseconds() + RETRY_MILLISECONDS;
      if (monotonicMilliseconds() + pause > until) throw new DatabaseUnavailable('contended', { cause: error, nothingCommitted: true });
      // The pause is random, because transactions that retry at the same moment would meet again.
      await wait(pause * (0.5 + Math.random()));
    }
  }
}
