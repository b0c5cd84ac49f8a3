/**
 * Remembers polls for work that found nothing. An engine that was given all waiting work polls again at once, and mostly nothing is new then: such a
 * poll needs no statement.
 */
import { monotonicMilliseconds } from '../../../core/base/clock.ts';

/** The empty polls of this process, by engine. */
export class EmptyPollCache {
  readonly #polls = new Map<string, { wakeups: number; at: number }>();
  readonly #milliseconds: number;

  /** An entry is valid for as many milliseconds, the time after which a waiting claim polls again by itself. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Remembers an empty poll; `wakeups` is the number of wake-ups of the engine's topic before it. */
  note(engine: string, wakeups: number): void {
    this.#polls.set(engine, { wakeups, at: monotonicMilliseconds() });
  }

  forget(engine: string): void {
    this.#polls.delete(engine);
  }

  /** For how many more milliseconds the last empty poll is valid; 0 where a wake-up came after it. */
  holdsFor(engine: string, wakeups: number): number {
    const poll = this.#polls.get(engine);
    return poll?.wakeups === wakeups ? Math.max(0, poll.at + this.#milliseconds - monotonicMilliseconds()) : 0;
  }
}
