/** The filters of the list of runs: as search parameters, and as the body of the operation. */
import type { BodyOf, Schema } from '@millrace/contract';
import { anyText, oneWord, PAST_PERIOD_NAMES, PAST_PERIODS, someWords, type SearchOf } from '../../app/search.ts';

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
  'EXECUTION_MISFIRED',
  'EXECUTION_TERMINATED',
  'EXECUTION_TERMINATED_TIMEOUT',
] as const satisfies readonly Schema<'HistoricExecution'>['status'][];

/** The filters as search parameters. */
export const RUN_FILTERS = {
  name: anyText,
  status: someWords(...RUN_STATUSES),
  period: oneWord(...PAST_PERIOD_NAMES),
  workspace: anyText,
  task: anyText,
  /** Shows runs of plans in place of the runs of their tasks. */
  plans: oneWord('yes'),
  /** The id of a cause of failures. */
  cause: anyText,
};

/** The values of the filters. Without one, all runs are shown. */
export type RunFilters = SearchOf<typeof RUN_FILTERS>;

type SearchBody = BodyOf<'POST /monitoring/observability/executions/search'>;
type Filter = NonNullable<SearchBody['filters']>[number];

/** The shortest part of a name that the operation accepts, in characters. */
const MIN_CHARACTERS = 3;

/** The filters as the body of the operation. Periods end at `now`, a time of the server. */
export function toSearchBody(environmentId: string, filters: RunFilters, now: number): SearchBody {
  const { name, status, period, workspace, task, plans, cause } = filters;
  const list: (Filter | undefined | false)[] = [
    name !== undefined && name.length >= MIN_CHARACTERS && { field: 'name', operator: 'match', value: name },
    status && { field: 'status', operator: 'in', value: status },
    period && {
      field: 'period',
      operator: 'between',
      value: [now - PAST_PERIODS[period], now + PAST_PERIODS['1h']].map((time) => new Date(time).toISOString()),
    },
    workspace !== undefined && { field: 'workspaceId', operator: 'in', value: [workspace] },
    task !== undefined && { field: 'taskId', operator: 'in', value: [task] },
    cause !== undefined && { field: 'cause', operator: 'in', value: [cause] },
  ];
  return {
    environmentId,
    category: 'ETL',
    exclude: plans ? 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN' : 'PLAN_EXECUTIONS',
    filters: list.filter((filter): filter is Filter => Boolean(filter)),
  };
}
