/** What a benchmark measures: contestants that do the same work, and the functions by which they take times. */

/** The options and functions that the harness passes to a benchmark, and to a contestant on its turn. */
export type Stage = {
  /** A short run with less work, for a first impression. */
  quick: boolean;
  /** Every contestant is started and called, with the least possible work. Such a run is also `quick`; its figures mean nothing. */
  smoke: boolean;
  rounds: number;
  /** The minutes that one round should take (`--minutes`), for the benchmarks that measure for minutes. Such a run is also `quick`. */
  minutes: number | undefined;
  /** The folder of another checkout of Millrace, which is also measured. */
  beside: string | undefined;
  /** A folder that is removed at the end. */
  folder: string;
  say(line: string): void;
  /** Registers a function that is called at the end, of the turn or of the benchmark, in reverse order, also after a failure or Ctrl-C. */
  onEnd(closer: () => unknown): void;
};

/** A program that is measured. A round starts it and measures it once; then what it has opened on its turn is closed. `run` returns the figure. */
export type Contestant = {
  name: string;
  start?(turn: Stage): Promise<unknown>;
  run(turn: Stage): Promise<number>;
  /** Facts of the last round for the report. */
  details?(): string[];
  /** The parts of the figure of the last round, by name. */
  parts?(): ReadonlyMap<string, number>;
};

/** Contestants that do the same work; the first is Millrace. */
export type Comparison = {
  title: string;
  unit: string;
  better: 'more' | 'less';
  decimals?: number;
  contestants: readonly Contestant[];
  /** The target, and whether the given medians reach it. */
  target?: { text: string; reached(median: (name: string) => number): boolean };
  notes?: readonly string[];
  /** Contestants that cannot run on this machine, with the reason. */
  skipped?: Readonly<Record<string, string>>;
  /** The contestants mostly wait for the next full minute, so a smoke run, which needs no figures, runs them at the same time. */
  waits?: true;
};

/** Returns the percentile of values; `share` is between 0 and 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the median; of an even number of values, the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** Runs `work`, and returns its seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** Runs `work`, which does `count` operations, and returns the operations per second. */
export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  return count / (await secondsOf(work));
}

/** Runs `work` `count` times, one after the other, and returns the milliseconds of each. */
export async function millisecondsOf(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await work(index);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Calls `work` `count` times, with at most `width` calls at a time. */
export async function inFlight(count: number, width: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, worker));
}

/** The calls of a contestant that makes them one at a time. `open` prepares its turn, and returns what makes a call. */
type MeasuredCalls<Call> = {
  calls: readonly Call[];
  warmUpCalls: readonly Call[];
  partOf(call: Call): string;
  open(turn: Stage): Promise<(call: Call) => Promise<unknown>>;
};

/** Returns a contestant whose parts are the 99th percentiles of its calls, and whose figure is the slowest part. */
export function slowestPart<Call>(name: string, { calls, warmUpCalls, partOf, open }: MeasuredCalls<Call>): Contestant {
  let make: (call: Call) => Promise<unknown>;
  let figures = new Map<string, number>();
  return {
    name,
    start: async (turn) => {
      make = await open(turn);
      for (const call of warmUpCalls) await make(call);
    },
    run: async () => {
      const times = new Map<string, number[]>();
      for (const call of calls) {
        const part = partOf(call);
        times.set(part, [...(times.get(part) ?? []), ...(await millisecondsOf(1, () => make(call)))]);
      }
      figures = new Map([...times].map(([part, ofPart]) => [part, percentile(ofPart, 0.99)]));
      return Math.max(...figures.values());
    },
    parts: () => figures,
  };
}
