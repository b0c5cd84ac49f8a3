/** Bounds and periods that the operator may set, and the limiter of rates. */
import { monotonicMilliseconds } from './clock.ts';

/** Bounds and periods that the operator may set. */
export type Limits = {
  /** Largest bundle, in bytes. */
  uploadBytes: number;
  /** Seconds of a lease: an engine without a heartbeat for this time loses its executions. */
  leaseSeconds: number;
  /** Seconds before each retry of an execution whose task is busy; after the last one it ends. */
  busyRetrySeconds: readonly number[];
  /** Seconds for which an execution waits for an engine that may run it; then it ends. */
  engineWaitSeconds: number;
  /** Largest body, in bytes, of a call from outside to a URL that starts work. */
  callBytes: number;
  /** Calls of one such URL that each process accepts in a minute. */
  callsPerMinute: number;
  /** Requests of one caller to one operation that a process accepts in a minute, for operations that list 429. */
  requestsPerMinute: number;
  /** Requests of one account to all operations of rate tier 1, and of rate tier 2, that all processes together accept in a minute. */
  tier1PerMinute: number;
  tier2PerMinute: number;
  /** Streams that one caller may have open at a process: followed logs and exported histories. */
  streamsPerCaller: number;
  /** Seconds after which a connection is closed if it has received less than 16 KiB of a body, or its caller has read nothing of an answer. */
  slowCallerSeconds: number;
  /** Seconds beyond its period that a timer may go without success. */
  stallSeconds: number;
  /** Active people that each tenant may have. */
  users: number;
  /** Accounts of programs that each tenant may have. */
  serviceAccounts: number;
  /** Grants to OAuth clients that each user may have. */
  oauthGrants: number;
  /** Entries that the IP allowlist of a tenant may have. */
  allowlistEntries: number;
  /** Minutes without a call after which the session of a person ends. */
  sessionIdleMinutes: number;
  /** Minutes after its start at which the session of a person ends. */
  sessionMinutes: number;
  /** Rows of each table that crawls read, for its sample and its quality. */
  sampleRows: number;
  /** Days for which the history is kept; lists contain no older executions. */
  historyDays: number;
  /** Days for which entries of the audit log are kept. */
  auditDays: number;
  /** Days for which logs are kept, unless an environment has its own number. */
  logDays: number;
};

/** With more keys than this, unused ones are removed. */
const MANY_KEYS = 10_000;
const MINUTE = 60_000;

/** Counts calls by key. All calls of a minute may come at once; after that, calls are allowed at the rate of the limit. */
export class RateLimiter {
  /** By key, the time in milliseconds at which all calls of a minute are allowed again. */
  readonly #spent = new Map<string, number>();

  /** Counts a call. If the call is above the limit, it is not counted, and the seconds until it is allowed are returned. */
  take(key: string, perMinute: number, now = monotonicMilliseconds()): number | undefined {
    const pace = MINUTE / perMinute;
    const spent = Math.max(this.#spent.get(key) ?? 0, now);
    const excess = spent + pace - now - MINUTE;
    // Rounding errors add up to less than the interval of one call.
    if (excess > pace / 2) return Math.ceil(excess / 1000);
    this.#spent.set(key, spent + pace);
    if (this.#spent.size > MANY_KEYS) this.#forget(now);
    return undefined;
  }

  #forget(now: number): void {
    for (const [key, spent] of this.#spent) if (spent <= now) this.#spent.delete(key);
  }
}
