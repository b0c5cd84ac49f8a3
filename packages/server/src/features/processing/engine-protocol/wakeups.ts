/** What a waiting call knows of new work: the wake-ups that reached it, and the polls that found nothing. */
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import type { Wakeups } from '../../../core/events/wakeups.ts';
import { type Claim, stopsIn } from '../task-executions/index.ts';

/** Milliseconds after which a waiting call polls again without a wake-up, because a wake-up may be lost. */
export const POLL_MILLISECONDS = 2000;

/** A flag that stays set until it is consumed, so that a wake-up between two waits is not lost. */
export class WakeupFlag {
  #isSet = false;
  #endWait: (() => void) | undefined;

  set(): void {
    this.#isSet = true;
    this.#endWait?.();
  }

  /** Clears the flag; true if it was set. */
  consume(): boolean {
    const wasSet = this.#isSet;
    this.#isSet = false;
    return wasSet;
  }

  /** Waits until the flag is set, the time is over or the signal aborts; true if the flag is set then. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    if (this.#isSet || signal.aborted) return this.#isSet;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endWait = resolve;
    const timer = setTimeout(resolve, milliseconds);
    const abort = (): void => resolve();
    signal.addEventListener('abort', abort, { once: true });
    await promise;
    signal.removeEventListener('abort', abort);
    clearTimeout(timer);
    this.#endWait = undefined;
    return this.#isSet;
  }
}

/** The number of wake-ups of both topics so far. A number that has not changed means that no wake-up came. */
export type WakeupCounts = { work: number; stops: number };

/** The subscriptions of an open claim, until `close`. */
export class ClaimWakeups {
  /** Set by a wake-up of either topic, and by an execution that was handed over to the claim. */
  readonly any = new WakeupFlag();
  /** Set by a wake-up of the topic for stops. */
  readonly stops = new WakeupFlag();
  readonly #wakeups: Wakeups;
  readonly #environment: string;
  readonly #unsubscribe: readonly (() => void)[];

  constructor(wakeups: Wakeups, environment: string) {
    this.#wakeups = wakeups;
    this.#environment = environment;
    this.#unsubscribe = [
      wakeups.listen(environment, () => this.any.set()),
      wakeups.listen(stopsIn(environment), () => {
        this.stops.set();
        this.any.set();
      }),
    ];
  }

  counts(): WakeupCounts {
    return { work: this.#wakeups.count(this.#environment), stops: this.#wakeups.count(stopsIn(this.#environment)) };
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }
}

/** The kind of work of a poll: executions to start, or executions to end. */
type PollTarget = 'work' | 'stops';

/** The empty polls of this process, by engine. */
export class EmptyPollCache {
  readonly #polls = new Map<string, { wakeups: number; at: number }>();
  readonly #milliseconds: number;

  /** Milliseconds for which an entry is valid: the time after which a waiting claim polls again without a wake-up. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Remembers an empty poll; `wakeups` is the number of wake-ups of the topic before it. */
  note(target: PollTarget, engine: string, wakeups: number): void {
    this.#polls.set(`${target} ${engine}`, { wakeups, at: monotonicMilliseconds() });
  }

  forget(target: PollTarget, engine: string): void {
    this.#polls.delete(`${target} ${engine}`);
  }

  /** The milliseconds for which the last empty poll is still valid; 0 if a wake-up came after it. */
  validFor(target: PollTarget, engine: string, wakeups: number): number {
    const last = this.#polls.get(`${target} ${engine}`);
    return last?.wakeups === wakeups ? Math.max(0, last.at + this.#milliseconds - monotonicMilliseconds()) : 0;
  }
}

/** A search of the whole queue comes again after so many times its own duration, at most after so many milliseconds. */
const PAUSE_FACTOR = 20;
const LONGEST_PAUSE = 5000;

/**
 * Since when the queue of each engine is empty, as this process knows. The index of the queue keeps the entries of claimed executions until PostgreSQL
 * removes them, and it removes none while a transaction from before is open, such as that of a backup. A claim that searched the whole queue would pass
 * all of them: at 1,000 executions a second, 600,000 after ten minutes. So a claim only looks at what has come since the queue was empty. The whole queue
 * is searched again after a pause, for executions that came back into it, and for those that the engine may run only now.
 */
export class QueueSearches {
  readonly #engines = new Map<string, { emptyAt: string; searchedAt: number; duration: number }>();
  #forgotten = 0;

  /** Claims by `search`, which looks at the queue since that time; undefined: at the whole queue. */
  async claim(engine: string, search: (since: string | undefined) => Promise<Claim>): Promise<Claim> {
    const began = monotonicMilliseconds();
    const forgottenBefore = this.#forgotten;
    const last = this.#engines.get(engine);
    const isWhole = last === undefined || began - last.searchedAt >= Math.min(PAUSE_FACTOR * last.duration, LONGEST_PAUSE);
    const claim = await search(isWhole ? undefined : last.emptyAt);
    if (this.#forgotten !== forgottenBefore) return claim;
    if (claim.emptyAt !== null) {
      const { searchedAt, duration } = isWhole ? { searchedAt: began, duration: monotonicMilliseconds() - began } : last;
      this.#engines.set(engine, { emptyAt: claim.emptyAt, searchedAt, duration });
    } else if (isWhole) {
      this.#engines.delete(engine);
    }
    return claim;
  }

  /** Makes the next claim of each engine search the whole queue, after executions came back into it. */
  forget(): void {
    this.#forgotten += 1;
    this.#engines.clear();
  }
}
