/** What the last look for work of each engine showed: an engine that was given all there was asks again at once, and mostly nothing has come since. */
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import type { Wakeups } from '../../../core/events/wakeups.ts';

/** The looks that this process has made lately. */
export class LastLooks {
  readonly #looks = new Map<string, { heard: number; at: number }>();
  readonly #milliseconds: number;

  /** A look holds no longer than the time after which a waiting claim looks again by itself. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Notes down that nothing was left for the engine; `heard` is the number of wake-ups before the look. */
  note(engine: string, heard: number): void {
    this.#looks.set(engine, { heard, at: monotonicMilliseconds() });
  }

  forget(engine: string): void {
    this.#looks.delete(engine);
  }

  /** For how many milliseconds the last look still holds, since nobody was woken after it. */
  holdsFor(engine: string, heard: number): number {
    const look = this.#looks.get(engine);
    return look?.heard === heard ? Math.max(0, look.at + this.#milliseconds - monotonicMilliseconds()) : 0;
  }
}

const byWakeups = new WeakMap<Wakeups, LastLooks>();

/** The looks of the process whose wake-ups these are. */
export function lastLooks(wakeups: Wakeups, milliseconds: number): LastLooks {
  const looks = byWakeups.get(wakeups) ?? new LastLooks(milliseconds);
  byWakeups.set(wakeups, looks);
  return looks;
}
