/** The filters of the list of runs: as search parameters, and as the body of the operation. */
import type { BodyOf, Schema } from '@millrace/contract';
import type { RunState, RunTone } from '@millrace/contract/run-states';
import { PAST_PERIOD_NAMES, PAST_PERIODS } from '../../app/past-periods.ts';
import { anyInstant, anyText, oneWord, someWords, type SearchOf } from '../../app/search.ts';

/** Statuses that a person can choose; those of runs that have not ended come first. */
export const RUN_STATUSES = [
  'EXECUTION_EVENT_RECEIVED',
  'DISPATCHING_FLOW',
  'STARTING_FLOW_EXECUTION',
  'STOPPING_FLOW_EXECUTION',
  'EXECUTION_SUCCESS',
  'EXECUTION_REJECTED',
  'EXECUTION_FAILED',
  'DEPLOY_FAILED',
  'EXECUTION_TERMINATED_TIMEOUT',
  'EXECUTION_MISFIRED',
  'EXECUTION_TERMINATED',
] as const satisfies readonly Schema<'HistoricExecution'>['status'][];

/** A status that a person can choose. */
export type ChoosableStatus = (typeof RUN_STATUSES)[number];

/** The parts of what did not end well, with the words of states for them. A run that could not be deployed did not start. */
export const FAILED_PARTS = [
  { id: 'failed', statuses: ['EXECUTION_FAILED'] },
  { id: 'timedOut', statuses: ['EXECUTION_TERMINATED_TIMEOUT'] },
  { id: 'missed', statuses: ['DEPLOY_FAILED', 'EXECUTION_MISFIRED'] },
] as const satisfies readonly { id: RunState; statuses: readonly ChoosableStatus[] }[];

/**
 * A chip: a state, or several that are chosen together, such as all that did not end well. What needs a person comes first: a telephone shows the first
 * chips only. In a bar of the histogram, the first one stands at the top.
 */
export const STATE_CHIPS = [
  { id: 'notWell', tone: 'bad', statuses: FAILED_PARTS.flatMap(({ statuses }): readonly ChoosableStatus[] => statuses) },
  { id: 'runs', tone: 'runs', statuses: ['DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION'] },
  { id: 'waits', tone: 'waits', statuses: ['EXECUTION_EVENT_RECEIVED'] },
  { id: 'partly', tone: 'partly', statuses: ['EXECUTION_REJECTED'] },
  { id: 'stopped', tone: 'off', statuses: ['STOPPING_FLOW_EXECUTION', 'EXECUTION_TERMINATED'] },
  { id: 'succeeded', tone: 'good', statuses: ['EXECUTION_SUCCESS'] },
] as const satisfies readonly { id: string; tone: RunTone; statuses: readonly ChoosableStatus[] }[];

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
  /** `call`: runs that a person or a program has started; `itself`: those of a schedule, a webhook or a plan. */
  started: oneWord('call', 'itself'),
  /** The id of a cause of failures. */
  cause: anyText,
};

/** The values of the filters. Without one, all runs are shown. */
export type RunFilters = SearchOf<typeof RUN_FILTERS>;

type SearchBody = BodyOf<'POST /monitoring/observability/executions/search'>;
type Filter = NonNullable<SearchBody['filters']>[number];

/** The shortest part of a name that the operation accepts, in characters. */
const MIN_CHARACTERS = 3;

/** The beginning of ranges that have none, before the first run of any server. */
const FIRST_TIME = 0;
const MINUTE = 60_000;

/**
 * The range of the trigger times, in epoch milliseconds; undefined if the filters have none. A range without an end ends an hour after `now`. A period
 * begins with a whole minute, a long one with a whole hour: the server has counts of whole hours, and the list shows the same runs as the counts.
 */
export function rangeOfRuns({ period, from, to }: RunFilters, now: number): { from: number; to: number } | undefined {
  const end = now + PAST_PERIODS['1h'];
  const unit = period === '1h' ? MINUTE : PAST_PERIODS['1h'];
  if (period) return { from: Math.floor((now - PAST_PERIODS[period]) / unit) * unit, to: end };
  if (from === undefined && to === undefined) return undefined;
  return { from: from === undefined ? FIRST_TIME : Date.parse(from), to: to === undefined ? end : Date.parse(to) };
}

/** The filters as those of the operations, with a range if the operation has no parameters for it. */
export function toFieldFilters(
  { name, status, workspace, task, started, cause }: RunFilters,
  range?: { from: number; to: number },
): Filter[] {
  const list: (Filter | undefined | false)[] = [
    name !== undefined && name.length >= MIN_CHARACTERS && { field: 'name', operator: 'match', value: name },
    status && { field: 'status', operator: 'in', value: status },
    range && { field: 'period', operator: 'between', value: [range.from, range.to].map((time) => new Date(time).toISOString()) },
    workspace !== undefined && { field: 'workspaceId', operator: 'in', value: [workspace] },
    task !== undefined && { field: 'taskId', operator: 'in', value: [task] },
    cause !== undefined && { field: 'cause', operator: 'in', value: [cause] },
    started && { field: 'apiVersion', operator: 'is_empty', value: started === 'itself' },
  ];
  return list.filter((filter): filter is Filter => Boolean(filter));
}

/** Which runs the operation leaves out: those of plans, or those of their tasks. */
export const exclusionOf = ({ plans }: RunFilters): NonNullable<SearchBody['exclude']> =>
  plans ? 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN' : 'PLAN_EXECUTIONS';

/** The filters as the body of the search. `now` is the time of the server. */
export function toSearchBody(environmentId: string, filters: RunFilters, now: number): SearchBody {
  const list = toFieldFilters(filters, rangeOfRuns(filters, now));
  return { environmentId, category: 'ETL', exclude: exclusionOf(filters), filters: list };
}

/** The chosen statuses after a state was pressed: all of its statuses, or none of them if all were chosen. */
export function toggledStatuses(chosen: readonly ChoosableStatus[], statuses: readonly ChoosableStatus[]): ChoosableStatus[] | undefined {
  const others = chosen.filter((status) => !statuses.includes(status));
  const isOn = statuses.every((status) => chosen.includes(status));
  const next = isOn ? others : [...others, ...statuses];
  return next.length > 0 ? next : undefined;
}
