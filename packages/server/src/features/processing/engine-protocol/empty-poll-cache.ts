/**
 * Remembers polls that found nothing. An engine that has just got all waiting work polls again at once, and usually finds nothing. Such a poll then
 * needs no statement.
 */
import { monotonicMilliseconds } from '../../../core/base/clock.ts';

/** The kind of work of a poll: executions to start, or executions to end. */
export type PollTarget = 'work' | 'stops';

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
