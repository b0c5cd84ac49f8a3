/** A comparison: contestants that do the same work, and the target of Millrace. */

/** A program that is measured. A round starts it, measures it once and stops it. The figure is what `run` returns. */
export type Contestant = {
  name: string;
  start(): Promise<void>;
  run(): Promise<number>;
  stop(): Promise<void>;
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
