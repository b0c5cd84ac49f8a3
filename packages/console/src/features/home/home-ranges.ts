/** The ranges of the start page, and the reading of its counts. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BodyOf, Schema } from '@millrace/contract';
import { api, serverNow } from '../../app/api.ts';
import { oneWord, PAST_PERIODS, type SearchOf } from '../../app/search.ts';
import type { RunFilters } from '../task-executions/run-filters.ts';

/** The ranges, the shortest first. `night` is from 18:00 until 07:00, or until now if that is earlier. */
export const RANGES = ['night', '24h', '7d'] as const;

/** The name of a range. */
export type RangeName = (typeof RANGES)[number];

/** The search parameters of the page. */
export const HOME_SEARCH = { range: oneWord(...RANGES) };

/** The search parameters of the page with their values. */
export type HomeSearch = SearchOf<typeof HOME_SEARCH>;

/** A range of trigger times in epoch milliseconds, half-open. */
export type HomeRange = { from: number; to: number };

const HOUR = PAST_PERIODS['1h'];
const [EVENING, MORNING, NOON] = [18, 7, 12];

/** The hour of a day in a zone: the zone of the page is UTC or that of the browser. */
const atHour = (now: number, zone: string, hour: number, days = 0): number => {
  const time = new Date(now);
  if (zone === 'UTC') return Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + days, hour);
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() + days, hour).getTime();
};

/** The range that is shown if the address names none: in the morning the night, later the last 24 hours. */
export const usualRange = (now: number, zone: string): RangeName => (now < atHour(now, zone, NOON) ? 'night' : '24h');

/** The times of a range. They begin with an hour of the clock, because the server has counted whole hours. */
export function rangeAt(name: RangeName, now: number, zone: string): HomeRange {
  if (name === 'night') return { from: atHour(now, zone, EVENING, -1), to: Math.min(now, atHour(now, zone, MORNING)) };
  const hour = Math.floor(now / HOUR) * HOUR;
  return { from: hour - (name === '24h' ? 23 : 167) * HOUR, to: now };
}

const COUNTS = 'POST /monitoring/observability/executions/counts';
const REFRESH_INTERVAL = 15_000;

type Counts = Schema<'ExecutionCounts'>;
type CountsBody = BodyOf<typeof COUNTS>;
type Filters = NonNullable<CountsBody['filters']>;

const count = async (body: CountsBody, signal: AbortSignal): Promise<Counts> => (await api.call(COUNTS, { body, signal })).body;

/** Statuses of runs that an engine has. */
export const RUNNING = ['DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION'] as const;
/** A run that waits longer than this is late, in milliseconds. */
export const LONG_WAIT = 5 * 60_000;
/** The server shows no older runs. */
const WHOLE_HISTORY = 60 * PAST_PERIODS['24h'];

/** The counts of the page: those of the range by hour, and what runs and waits now, whenever it was triggered. */
export type HomeCounts = { byHour: Counts; late: number; running: number };

/** Runs of tasks are counted, and plans that did not start: no task of them has a run. */
export const useHomeCounts = (environmentId: string, range: RangeName, zone: string) =>
  useQuery({
    queryKey: [COUNTS, environmentId, 'home', range, zone],
    queryFn: async ({ signal }): Promise<HomeCounts> => {
      const now = Math.floor(serverNow());
      const is = (...value: string[]): { filters: Filters } => ({ filters: [{ field: 'status', operator: 'in', value }] });
      const body = { environmentId, ...rangeAt(range, now, zone), bucketMinutes: 60 };
      const ever = { environmentId, from: now - WHOLE_HISTORY, to: now, exclude: 'PLAN_EXECUTIONS' } as const;
      const [tasks, plans, waiting, running] = await Promise.all([
        count({ ...body, exclude: 'PLAN_EXECUTIONS' }, signal),
        count({ ...body, ...is('EXECUTION_MISFIRED') }, signal),
        count({ ...ever, to: now - LONG_WAIT, ...is('EXECUTION_EVENT_RECEIVED') }, signal),
        count({ ...ever, ...is(...RUNNING) }, signal),
      ]);
      return { byHour: joined(tasks, plans), late: sumOf(waiting.totals), running: sumOf(running.totals) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_INTERVAL,
  });

/** Adds the counts of plans to those of tasks; they have no status in common. */
function joined(tasks: Counts, plans: Counts): Counts {
  const times = new Set([...tasks.buckets, ...plans.buckets].map(({ at }) => at));
  const at = (counts: Counts, time: number): Counts['totals'] | undefined => counts.buckets.find((bucket) => bucket.at === time)?.counts;
  return {
    ...tasks,
    buckets: [...times].toSorted((a, b) => a - b).map((time) => ({ at: time, counts: { ...at(tasks, time), ...at(plans, time) } })),
    totals: { ...tasks.totals, ...plans.totals },
    isCapped: tasks.isCapped || plans.isCapped,
  };
}

/** The number of runs with some statuses; by default with any. */
export const sumOf = (totals: Counts['totals'], statuses: readonly string[] = Object.keys(totals)): number =>
  statuses.reduce((sum, status) => sum + (totals[status] ?? 0), 0);

/** A state of the histogram and the tiles: its statuses, and its tone. The first one stands at the bottom of a bar. */
export const STATES = [
  { id: 'succeeded', tone: 'good', statuses: ['EXECUTION_SUCCESS'] },
  { id: 'rejected', tone: 'partly', statuses: ['EXECUTION_REJECTED'] },
  { id: 'stopped', tone: 'off', statuses: ['EXECUTION_TERMINATED'] },
  { id: 'running', tone: 'runs', statuses: RUNNING },
  { id: 'waiting', tone: 'waits', statuses: ['EXECUTION_EVENT_RECEIVED'] },
  { id: 'unstarted', tone: 'missed', statuses: ['DEPLOY_FAILED', 'EXECUTION_MISFIRED'] },
  { id: 'failed', tone: 'bad', statuses: ['EXECUTION_FAILED', 'EXECUTION_TERMINATED_TIMEOUT'] },
] as const;

/** The name of a state. */
export type StateName = (typeof STATES)[number]['id'];

/** The search of the list of runs for a state, or for what else is wanted, in a range. The list names the times of a range in ISO 8601. */
export const runsOf = ({ from, to }: HomeRange, filters: { status?: readonly string[]; cause?: string; plans?: 'yes' }): RunFilters =>
  ({ ...filters, from: new Date(from).toISOString(), to: new Date(to).toISOString() }) as RunFilters;
