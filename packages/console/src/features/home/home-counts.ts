/** The counts of the start page, and the states that it shows. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BodyOf, Schema } from '@millrace/contract';
import { api, serverNow } from '../../app/api.ts';
import { HISTORY_LENGTH, sumOf } from '../task-executions/run-counts.ts';
import type { RunFilters } from '../task-executions/run-filters.ts';
import { type HomeRange, rangeAt, type RangeName } from './home-ranges.ts';

const COUNTS = 'POST /monitoring/observability/executions/counts';
const REFRESH_INTERVAL = 15_000;

type Counts = Schema<'ExecutionCounts'>;
type CountsBody = BodyOf<typeof COUNTS>;
type Filters = NonNullable<CountsBody['filters']>;

const count = async (body: CountsBody, signal: AbortSignal): Promise<Counts> => (await api.call(COUNTS, { body, signal })).body;

/** The statuses of runs that an engine has. */
export const RUNNING = ['DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION'] as const;
/** A run that waits longer than this is late, in milliseconds. */
export const LONG_WAIT = 5 * 60_000;

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
      const ever = { environmentId, from: now - HISTORY_LENGTH, to: now, exclude: 'PLAN_EXECUTIONS' } as const;
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

/** Adds the counts of plans that did not start to those of tasks. No run of a task has their status, so that no count is in both. */
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
