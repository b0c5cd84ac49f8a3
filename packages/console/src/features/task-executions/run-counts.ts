/** The number of runs by state and by time, counted by the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, serverNow } from '../../app/api.ts';
import { PAST_PERIODS } from '../../app/past-periods.ts';
import { exclusionOf, rangeOfRuns, toFieldFilters, type RunFilters } from './run-filters.ts';

type Counts = Schema<'ExecutionCounts'>;

const COUNTS = 'POST /monitoring/observability/executions/counts';
const REFRESH_INTERVAL = 15_000;
const [MINUTE, DAY] = [60_000, PAST_PERIODS['24h']];

/** The longest bucket in minutes: 31 days. */
const LONGEST_BUCKET = 44_640;
/** The lengths of buckets, in minutes, and the largest number of buckets in a histogram. */
const BUCKETS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080, 20_160, LONGEST_BUCKET];
const MAX_BUCKETS = 62;

/** The length of the history in milliseconds: the server counts and lists no older runs. */
export const HISTORY_LENGTH = 60 * DAY;

/** The counts of the runs that match the filters, whatever their state: the chips say how many runs each state has. */
export const useRunCounts = (environmentId: string | undefined, { status: _status, ...filters }: RunFilters) =>
  useQuery({
    queryKey: [COUNTS, environmentId, filters],
    enabled: environmentId !== undefined,
    queryFn: async ({ signal }): Promise<Counts> => {
      const { from, to, bucketMinutes } = bucketsOf(rangeOfRuns(filters, serverNow()), serverNow());
      const body = {
        environmentId: environmentId ?? '',
        from,
        to,
        bucketMinutes,
        filters: toFieldFilters(filters),
        exclude: exclusionOf(filters),
      };
      return (await api.call(COUNTS, { body, signal })).body;
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_INTERVAL,
  });

/**
 * The range to count, within the history and at most until now, with the length of its buckets. Without a range it is the whole history, from the
 * beginning of a day of the browser.
 */
function bucketsOf(range: { from: number; to: number } | undefined, now: number): { from: number; to: number; bucketMinutes: number } {
  const start = range ? Math.max(range.from, now - HISTORY_LENGTH) : new Date(now - HISTORY_LENGTH).setHours(0, 0, 0, 0);
  const end = Math.max(Math.min(range?.to ?? now, now + MINUTE), start + MINUTE);
  const bucketMinutes = BUCKETS.find((minutes) => (end - start) / (minutes * MINUTE) <= MAX_BUCKETS) ?? LONGEST_BUCKET;
  return { from: start, to: Math.ceil(end / MINUTE) * MINUTE, bucketMinutes };
}

/** The number of runs with some statuses; by default with any. */
export const sumOf = (counts: Counts['totals'], statuses: readonly string[] = Object.keys(counts)): number =>
  statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);

/** A part of a range, in epoch milliseconds from inclusive `at` to exclusive `end`, with its runs by status. */
export type RunBucket = { at: number; end: number; counts: Counts['totals'] };

/** All buckets of the range of an answer, which itself leaves out those without runs. */
export function bucketsIn({ from, to, bucketMilliseconds: length, buckets }: Counts): RunBucket[] {
  const known = new Map(buckets.map(({ at, counts }) => [at, counts]));
  return Array.from({ length: Math.ceil((to - from) / length) }, (_, index) => {
    const at = from + index * length;
    return { at, end: Math.min(at + length, to), counts: known.get(at) ?? {} };
  });
}
