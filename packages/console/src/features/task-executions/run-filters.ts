/** The filters of the list of runs: as search parameters, and as the body of the operation. */
import type { BodyOf, Schema } from '@millrace/contract';
import { anyInstant, anyText, oneWord, PAST_PERIOD_NAMES, PAST_PERIODS, someWords, type SearchOf } from '../../app/search.ts';
import type { StatusTone } from '../../ui/status-mark.tsx';

/** The status of a run in the history. */
export type RunStatus = Schema<'HistoricExecution'>['status'];

/** The states of runs, as a person chooses them, each with its statuses; those of runs that have not ended come first. */
export const RUN_STATES = [
  { id: 'waits', tone: 'waits', statuses: ['EXECUTION_EVENT_RECEIVED'] },
  { id: 'runs', tone: 'runs', statuses: ['DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION'] },
  { id: 'succeeded', tone: 'good', statuses: ['EXECUTION_SUCCESS'] },
  { id: 'partly', tone: 'partly', statuses: ['EXECUTION_REJECTED'] },
  { id: 'notWell', tone: 'bad', statuses: ['EXECUTION_FAILED', 'DEPLOY_FAILED', 'EXECUTION_TERMINATED_TIMEOUT', 'EXECUTION_MISFIRED'] },
  { id: 'stopped', tone: 'off', statuses: ['STOPPING_FLOW_EXECUTION', 'EXECUTION_TERMINATED'] },
] as const satisfies readonly { id: string; tone: StatusTone; statuses: readonly RunStatus[] }[];

/** A state of runs. */
export type RunState = (typeof RUN_STATES)[number];

/** Statuses that a person can choose. */
export const RUN_STATUSES = RUN_STATES.flatMap(({ statuses }): readonly RunStatus[] => statuses);

/** The filters as search parameters. */
export const RUN_FILTERS = {
  name: anyText,
  status: someWords(...RUN_STATUSES),
  period: oneWord(...PAST_PERIOD_NAMES),
  /** The ends of a range in place of a period, both included. */
  from: anyInstant,
  to: anyInstant,
  workspace: anyText,
  task: anyText,
  /** Shows runs of plans in place of the runs of their tasks. */
  plans: oneWord('yes'),
  /** Runs that a person or a program has started, or that a schedule, a webhook or a plan has. */
  started: oneWord('call', 'itself'),
};

/** The values of the filters. Without one, all runs are shown. */
export type RunFilters = SearchOf<typeof RUN_FILTERS>;

type SearchBody = BodyOf<'POST /monitoring/observability/executions/search'>;
type Filter = NonNullable<SearchBody['filters']>[number];

/** The shortest part of a name that the operation accepts, in characters. */
const MIN_CHARACTERS = 3;

/** The beginning of ranges that have none, before the first run of any server. */
const FIRST_TIME = 0;

/** The range of the trigger times, in epoch milliseconds; undefined if the filters have none. A range without an end ends an hour after `now`. */
export function rangeOf({ period, from, to }: RunFilters, now: number): { from: number; to: number } | undefined {
  const end = now + PAST_PERIODS['1h'];
  if (period) return { from: now - PAST_PERIODS[period], to: end };
  if (from === undefined && to === undefined) return undefined;
  return { from: from === undefined ? FIRST_TIME : Date.parse(from), to: to === undefined ? end : Date.parse(to) };
}

/** The filters as those of the operations, without the range. */
export function toFieldFilters({ name, status, workspace, task, started }: RunFilters): Filter[] {
  const list: (Filter | undefined | false)[] = [
    name !== undefined && name.length >= MIN_CHARACTERS && { field: 'name', operator: 'match', value: name },
    status && { field: 'status', operator: 'in', value: status },
    workspace !== undefined && { field: 'workspaceId', operator: 'in', value: [workspace] },
    task !== undefined && { field: 'taskId', operator: 'in', value: [task] },
    started && { field: 'apiVersion', operator: 'is_empty', value: started === 'itself' },
  ];
  return list.filter((filter): filter is Filter => Boolean(filter));
}

/** Which runs are left out: those of plans, or those of their tasks. */
export const exclusionOf = ({ plans }: RunFilters): NonNullable<SearchBody['exclude']> =>
  plans ? 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN' : 'PLAN_EXECUTIONS';

/** The filters as the body of the search. Periods end at `now`, a time of the server. */
export function toSearchBody(environmentId: string, filters: RunFilters, now: number): SearchBody {
  const range = rangeOf(filters, now);
  const period: Filter[] = range
    ? [{ field: 'period', operator: 'between', value: [range.from, range.to].map((time) => new Date(time).toISOString()) }]
    : [];
  return { environmentId, category: 'ETL', exclude: exclusionOf(filters), filters: [...toFieldFilters(filters), ...period] };
}

/** The chosen statuses after a state was pressed: all of its statuses, or none of them if all were chosen. */
export function toggleStatuses(chosen: readonly RunStatus[], statuses: readonly RunStatus[]): RunStatus[] | undefined {
  const others = chosen.filter((status) => !statuses.includes(status));
  const isOn = statuses.every((status) => chosen.includes(status));
  const next = isOn ? others : [...others, ...statuses];
  return next.length > 0 ? next : undefined;
}
