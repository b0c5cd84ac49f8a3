/** How often something may happen: counted in this process, by a key, with no memory of keys that rest. */
import { monotonicMilliseconds } from './clock.ts';

/** More keys than this are looked through for such that rest. */
const MANY_KEYS = 10_000;
const MINUTE = 60_000;

/** Counts by key. A minute's worth may come at once; after that as many as go by in the time. */
export class Rates {
  /** Up to when, in milliseconds, what has happened is worth by the pace. */
  readonly #spent = new Map<string, number>();

  /** Counts one more under the key, or answers after how many seconds it may come. */
  take(key: string, perMinute: number, now = monotonicMilliseconds()): number | undefined {
    const pace = MINUTE / perMinute;
    const spent = Math.max(this.#spent.get(key) ?? 0, now);
    const excess = spent + pace - now - MINUTE;
    // Fractions of a millisecond add up to less than a pace.
    if (excess > pace / 2) return Math.ceil(excess / 1000);
    this.#spent.set(key, spent + pace);
    if (this.#spent.size > MANY_KEYS) this.#forget(now);
    return undefined;
  }

  #forget(now: number): void {
    for (const [key, spent] of this.#spent) if (spent <= now) this.#spent.delete(key);
  }
}
