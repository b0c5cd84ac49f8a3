/** A rate limiter in memory: it counts by key, and forgets keys that are not used. */
import { monotonicMilliseconds } from './clock.ts';

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
