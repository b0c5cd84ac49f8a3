/** The number of runs by state and by time, counted by the server. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, serverNow } from '../../app/api.ts';
import { PAST_PERIODS } from '../../app/search.ts';
import { exclusionOf, rangeOfRuns, toFieldFilters, type RunFilters } from './run-filters.ts';

const COUNTS = 'POST /monitoring/observability/executions/counts';
const REFRESH_INTERVAL = 15_000;
const [MINUTE, DAY] = [60_000, PAST_PERIODS['24h']];

/** The lengths of buckets, in minutes, and the largest number of buckets in a histogram. */
const BUCKETS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080, 20_160, 44_640];
const MAX_BUCKETS = 62;

/** The range that is counted if the filters have none: the list has no runs that are older than the history. */
const DEFAULT_RANGE = 60 * DAY;

/** The counts of the runs that match the filters, whatever their state: the chips say how many runs each state has. */
export const useRunCounts = (environmentId: string | undefined, { status: _status, ...filters }: RunFilters) =>
  useQuery({
    queryKey: [COUNTS, environmentId, filters],
    enabled: environmentId !== undefined,
    queryFn: async ({ signal }): Promise<Schema<'ExecutionCounts'>> => {
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

/** The range with the length of its buckets. A range that is chosen is counted as it is; the one of a list without a range begins with a day. */
export function bucketsOf(
  range: { from: number; to: number } | undefined,
  now: number,
): { from: number; to: number; bucketMinutes: number } {
  const start = range ? Math.max(range.from, now - DEFAULT_RANGE) : new Date(now - DEFAULT_RANGE).setHours(0, 0, 0, 0);
  const end = Math.max(Math.min(range?.to ?? now, now + MINUTE), start + MINUTE);
  const bucketMinutes = BUCKETS.find((minutes) => (end - start) / (minutes * MINUTE) <= MAX_BUCKETS) ?? 44_640;
  return { from: start, to: Math.ceil(end / MINUTE) * MINUTE, bucketMinutes };
}
