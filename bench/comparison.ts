/** A comparison: contestants that do the same work, and the target of ours. */

/** One side of a comparison. A round starts it, measures it once and stops it; only what `run` returns counts. */
export type Contestant = {
  name: string;
  start(): Promise<void>;
  run(): Promise<number>;
  stop(): Promise<void>;
  /** Facts of the last round for the report. */
  details?(): string[];
  /** What the figure of the last round is made of, by name. */
  parts?(): ReadonlyMap<string, number>;
};

/** Contestants that do the same work; the first is ours. */
export type Comparison = {
  title: string;
  unit: string;
  better: 'more' | 'less';
  decimals?: number;
  contestants: readonly Contestant[];
  /** What is to be reached, and whether these medians do. */
  target?: { text: string; reached(median: (name: string) => number): boolean };
  notes?: readonly string[];
  /** Contestants that this machine cannot have, with the reason. */
  skipped?: Readonly<Record<string, string>>;
  /** Its contestants do little but wait for the same moment: where no figure is wanted they take their turns at once. */
  waits?: true;
};
