/** The metrics of this process, in the text format of Prometheus. Counting allocates nothing. */

/** The media type of the text format of Prometheus. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** A metric: its name, its meaning, and the labels of its series. */
export type Metric = {
  type: 'counter' | 'gauge' | 'histogram';
  name: string;
  help: string;
  labels: readonly string[];
  /** For a histogram: the upper bounds of its buckets, ascending. */
  bounds: readonly number[];
};

/** Declares a counter; its name ends in `_total`. */
export const counter = (name: string, help: string, ...labels: string[]): Metric => ({ type: 'counter', name, help, labels, bounds: [] });

/** Declares a gauge. */
export const gauge = (name: string, help: string, ...labels: string[]): Metric => ({ type: 'gauge', name, help, labels, bounds: [] });

/** Declares a histogram. */
export const histogram = (name: string, help: string, bounds: readonly number[], ...labels: string[]): Metric => ({
  type: 'histogram',
  name,
  help,
  labels,
  bounds,
});

/** One series of a metric. */
export class Series {
  readonly labels: string;
  readonly bounds: readonly number[];
  /** The number of values in each bucket, not cumulative; the last bucket has no upper bound. */
  readonly counts: Float64Array;
  /** The value, or the sum of the observed values. */
  value = 0;

  constructor(labels: string, bounds: readonly number[]) {
    this.labels = labels;
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  /** Adds to a counter. */
  add(amount = 1): void {
    this.value += amount;
  }

  /** Sets a gauge. */
  set(value: number): void {
    this.value = value;
  }

  /** Adds a value to a histogram. */
  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] ?? Infinity)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.value += value;
  }
}

/** The metrics of one process. */
export class Metrics {
  readonly #metrics = new Map<Metric, Map<string, Series>>();
  readonly #collectors: (() => Promise<void>)[] = [];

  /** Series without labels begin at zero, so that the first event appears as a change. */
  constructor(metrics: readonly Metric[]) {
    for (const metric of metrics) {
      this.#metrics.set(metric, new Map());
      if (metric.labels.length === 0 && metric.type !== 'gauge') this.series(metric);
    }
  }

  /** The series of a metric with these values of its labels, in their order. */
  series(metric: Metric, ...values: string[]): Series {
    let all = this.#metrics.get(metric);
    if (!all) this.#metrics.set(metric, (all = new Map()));
    const key = values.length > 1 ? values.join('\0') : (values[0] ?? '');
    let found = all.get(key);
    if (!found) all.set(key, (found = new Series(labelText(metric.labels, values), metric.bounds)));
    return found;
  }

  /** Adds a function that sets gauges before each read. */
  beforeRead(collect: () => Promise<void>): void {
    this.#collectors.push(collect);
  }

  /** All metrics in the format of Prometheus. */
  async text(): Promise<string> {
    await Promise.all(this.#collectors.map((collect) => collect()));
    return [...this.#metrics].map(([metric, series]) => metricText(metric, [...series.values()])).join('\n');
  }
}

function metricText({ name, help, type }: Metric, series: readonly Series[]): string {
  const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  const lines = series.flatMap((one) => (type === 'histogram' ? bucketLines(name, one) : [line(name, one.labels, one.value)]));
  return [...head, ...lines, ''].join('\n');
}

function bucketLines(name: string, { labels, bounds, counts, value }: Series): string[] {
  let total = 0;
  const lines = [...counts].map((count, index) => {
    total += count;
    const end = bounds[index];
    return line(`${name}_bucket`, `${labels}${labels && ','}le="${end ?? '+Inf'}"`, total);
  });
  return [...lines, line(`${name}_sum`, labels, value), line(`${name}_count`, labels, total)];
}

const line = (name: string, labels: string, value: number): string => `${name}${labels && `{${labels}}`} ${value}`;

const labelText = (names: readonly string[], values: readonly string[]): string =>
  names.map((name, index) => `${name}="${escaped(values[index] ?? '')}"`).join(',');

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
