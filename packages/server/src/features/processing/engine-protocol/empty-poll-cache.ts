/**
 * Remembers polls that found nothing. An engine that got all waiting work polls again at once and mostly finds nothing new. Such a poll needs no
 * statement.
 */
import { monotonicMilliseconds } from '../../../core/base/clock.ts';

/** What a poll looks for: executions to start, or executions to end. */
export type PollTarget = 'work' | 'stops';

/** The empty polls of this process, by engine. */
export class EmptyPollCache {
  readonly #polls = new Map<string, { wakeups: number; at: number }>();
  readonly #milliseconds: number;

  /** An entry is valid for as many milliseconds, the time after which a waiting claim polls again by itself. */
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

  /** For how many more milliseconds the last empty poll is valid; 0 where a wake-up came after it. */
  validFor(target: PollTarget, engine: string, wakeups: number): number {
    const last = this.#polls.get(`${target} ${engine}`);
    return last?.wakeups === wakeups ? Math.max(0, last.at + this.#milliseconds - monotonicMilliseconds()) : 0;
  }
}
