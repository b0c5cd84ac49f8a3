/** Metrics of every Node process under their usual names, and of its timers: one that has not succeeded for too long has stalled. */
import { readdir } from 'node:fs/promises';
import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { monotonicMilliseconds, nowMilliseconds } from '../base/clock.ts';
import { counter, gauge, histogram, type Metrics } from './metrics.ts';

const OWN = {
  userCpu: counter('process_cpu_user_seconds_total', 'Seconds of CPU that the process has spent in its own code.'),
  systemCpu: counter('process_cpu_system_seconds_total', 'Seconds of CPU that the system has spent for the process.'),
  cpu: counter('process_cpu_seconds_total', 'Seconds of CPU in total: of the process itself and of the system for it.'),
  began: gauge('process_start_time_seconds', 'Time at which the process started, in seconds since 1970.'),
  resident: gauge('process_resident_memory_bytes', 'Memory that the process holds.'),
  files: gauge('process_open_fds', 'Open files and connections.'),
  heap: gauge('nodejs_heap_size_total_bytes', 'Allocated size of the heap.'),
  heapUsed: gauge('nodejs_heap_size_used_bytes', 'Used size of the heap.'),
  external: gauge('nodejs_external_memory_bytes', 'Memory outside of the heap that objects hold.'),
  lagMean: gauge('nodejs_eventloop_lag_mean_seconds', 'Mean delay of the event loop since the last read.'),
  lagTail: gauge('nodejs_eventloop_lag_p99_seconds', '99th percentile of the delay of the event loop since the last read.'),
  lagMost: gauge('nodejs_eventloop_lag_max_seconds', 'Maximum delay of the event loop since the last read.'),
  collections: histogram('nodejs_gc_duration_seconds', 'Duration of garbage collections.', [0.001, 0.01, 0.1, 1], 'kind'),
};

/** The metrics of a process. */
export const processMetrics = Object.values(OWN);

/** Milliseconds between two samples of the event loop. More samples would keep an idle process busy. */
const SAMPLE_MILLISECONDS = 50;
const KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

/** Measures this process until the returned function is called. */
export function watchProcess(metrics: Metrics): () => Promise<void> {
  const lag = monitorEventLoopDelay({ resolution: SAMPLE_MILLISECONDS });
  lag.enable();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { detail } = entry as unknown as { detail: { kind: number } };
      metrics.series(OWN.collections, KINDS[detail.kind] ?? 'other').observe(entry.duration / 1000);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  metrics.series(OWN.began).set((nowMilliseconds() - monotonicMilliseconds()) / 1000);
  metrics.beforeRead(async () => {
    const { user, system } = process.cpuUsage();
    metrics.series(OWN.userCpu).set(user / 1e6);
    metrics.series(OWN.systemCpu).set(system / 1e6);
    metrics.series(OWN.cpu).set((user + system) / 1e6);
    const memory = process.memoryUsage();
    metrics.series(OWN.resident).set(memory.rss);
    metrics.series(OWN.heap).set(memory.heapTotal);
    metrics.series(OWN.heapUsed).set(memory.heapUsed);
    metrics.series(OWN.external).set(memory.external);
    // The value of Node includes the pause between two samples.
    const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - SAMPLE_MILLISECONDS / 1000);
    if (lag.count > 0) {
      metrics.series(OWN.lagMean).set(late(lag.mean));
      metrics.series(OWN.lagTail).set(late(lag.percentile(99)));
      metrics.series(OWN.lagMost).set(late(lag.max));
    }
    lag.reset();
    const open = await readdir('/proc/self/fd').catch(() => undefined);
    if (open) metrics.series(OWN.files).set(open.length);
  });
  return async () => {
    observer.disconnect();
    lag.disable();
  };
}

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
