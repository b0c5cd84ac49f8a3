/** Watches the timers of this process. A timer that has not succeeded for too long has stalled. */
import { monotonicMilliseconds, nowMilliseconds } from '../base/clock.ts';
import { counter, gauge, type Metrics } from './metrics.ts';

const lastSuccess = gauge('millrace_timer_last_success_timestamp_seconds', 'Time of the last success of a timer of this process.', 'timer');
const lastDuration = gauge('millrace_timer_last_duration_seconds', 'Duration of the last success of a timer.', 'timer');
const period = gauge('millrace_timer_period_seconds', 'Pause of a timer between two runs.', 'timer');
const failures = counter('millrace_timer_failures_total', 'Runs of a timer that failed.', 'timer');

/** The metrics of timers. */
export const timerMetrics = [lastSuccess, lastDuration, period, failures];

/** Missed periods after which a timer has stalled, in addition to the time that every timer has. */
const PERIODS = 5;

type Watched = { milliseconds: number; seen: number };

/** The timers that run in this process. */
export class TimerWatch {
  readonly #metrics: Metrics;
  readonly #stallMilliseconds: number;
  readonly #timers = new Map<string, Watched>();

  constructor(metrics: Metrics, stallSeconds: number) {
    this.#metrics = metrics;
    this.#stallMilliseconds = stallSeconds * 1000;
  }

  /** Adds a timer; the returned functions record the result of each run. */
  watch({ name, milliseconds }: { name: string; milliseconds: number }): { succeeded(milliseconds: number): void; failed(): void } {
    const watched = { milliseconds, seen: monotonicMilliseconds() };
    this.#timers.set(name, watched);
    this.#metrics.series(period, name).set(milliseconds / 1000);
    const [at, took, failed] = [lastSuccess, lastDuration, failures].map((metric) => this.#metrics.series(metric, name));
    return {
      succeeded: (duration) => {
        watched.seen = monotonicMilliseconds();
        at?.set(nowMilliseconds() / 1000);
        took?.set(duration / 1000);
      },
      failed: () => failed?.add(),
    };
  }

  /** The names of the timers that have stalled. */
  stalled(now = monotonicMilliseconds()): string[] {
    return [...this.#timers]
      .filter(([, { seen, milliseconds }]) => now - seen > PERIODS * milliseconds + this.#stallMilliseconds)
      .map(([name]) => name);
  }
}
