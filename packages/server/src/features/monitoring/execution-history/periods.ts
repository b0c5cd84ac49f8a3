/** Periods of trigger times, and their buckets. */
import { invalid } from '../../../core/base/problem.ts';
import type { Period } from '../../processing/task-executions/index.ts';

const MINUTE = 60_000;
/** The milliseconds of an hour. */
export const HOUR = 60 * MINUTE;

/**
 * Reads a period; refuses one that ends before it starts.
 * @rule execution-history.counts.period
 * @rule execution-history.causes.period
 */
export function readHistoryPeriod({ from, to }: { from: number; to: number }): Period {
  if (from > to) throw invalid('period_reversed', 'The period ends before it starts: "from" must not be later than "to".');
  return { from: new Date(from), to: new Date(to) };
}

/** The maximum number of buckets of an answer. */
const MOST_BUCKETS = 1500;
/** The lengths of buckets, in minutes, of which one is chosen for callers that name none. Whole hours are cheap, because their counts are stored. */
const LENGTHS = [1, 5, 15, 60, 180, 360];
const LONGEST = 1440;
/** The shortest length is chosen with which a period has at most this many buckets. */
const CHOSEN_BUCKETS = 30;

/**
 * The length of a bucket in milliseconds; refuses one with which the period has too many buckets.
 * @rule execution-history.counts.buckets
 */
export function readBucket({ from, to }: Period, minutes: number | undefined): number {
  const length = to.getTime() - from.getTime();
  const chosen = (minutes ?? LENGTHS.find((one) => length <= CHOSEN_BUCKETS * one * MINUTE) ?? LONGEST) * MINUTE;
  if (length > MOST_BUCKETS * chosen)
    throw invalid(
      'malformed_request',
      `body.bucketMinutes: the period would have more than ${MOST_BUCKETS} buckets; with this period it must be at least ${Math.ceil(length / MOST_BUCKETS / MINUTE)}.`,
    );
  return chosen;
}

/** Joins adjacent hours to periods. */
export function joined(hours: readonly number[]): Period[] {
  const periods: Period[] = [];
  for (const hour of hours) {
    const last = periods.at(-1);
    if (last?.to.getTime() === hour) last.to = new Date(hour + HOUR);
    else periods.push({ from: new Date(hour), to: new Date(hour + HOUR) });
  }
  return periods;
}

/** The parts of a period between other parts, which are in order and within it. */
export function gapsBetween(parts: readonly Period[], { from, to }: Period): Period[] {
  const edges = [...parts.map((part) => part.from), to];
  const starts = [from, ...parts.map((part) => part.to)];
  return starts.flatMap((start, index) => ((edges[index] ?? to) > start ? [{ from: start, to: edges[index] ?? to }] : []));
}
