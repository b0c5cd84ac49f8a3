/** The wake-ups that concern a claim: new work in the environment of its engine, and requests to end executions there. */
import type { Wakeups } from '../../../core/events/wakeups.ts';
import { stopsIn } from '../task-executions/index.ts';
import { WakeupFlag } from './wakeup-flag.ts';

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
