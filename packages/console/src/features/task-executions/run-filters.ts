/** The filters of the list of runs: as search parameters, and as the body of the operation. */
import type { BodyOf, Schema } from '@millrace/contract';
import { textIn, wordIn, wordsIn, type RawSearch } from '../../app/search.ts';

/** The status of a run in the history. */
export type RunStatus = Schema<'HistoricExecution'>['status'];

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
] as const satisfies readonly RunStatus[];

const HOUR = 3_600_000;
/** Periods up to now, in milliseconds. */
export const PERIODS = { '1h': HOUR, '24h': 24 * HOUR, '7d': 168 * HOUR, '30d': 720 * HOUR } as const;

/** The name of a period. */
export type PastPeriod = keyof typeof PERIODS;

/** The filters. Without one, all runs are shown. */
export type RunFilters = {
  name?: string | undefined;
  status?: RunStatus[] | undefined;
  period?: PastPeriod | undefined;
  workspace?: string | undefined;
  task?: string | undefined;
  /** Shows runs of plans in place of the runs of their tasks. */
  plans?: 'yes' | undefined;
};

/** Reads the filters from the search parameters. */
export const readRunFilters = (search: RawSearch): RunFilters => ({
  name: textIn(search, 'name'),
  status: wordsIn(search, 'status', RUN_STATUSES),
  period: wordIn(search, 'period', Object.keys(PERIODS) as PastPeriod[]),
  workspace: textIn(search, 'workspace'),
  task: textIn(search, 'task'),
  plans: wordIn(search, 'plans', ['yes']),
});

type SearchBody = BodyOf<'POST /monitoring/observability/executions/search'>;
type Filter = NonNullable<SearchBody['filters']>[number];

/** The shortest part of a name that the operation accepts, in characters. */
const MIN_CHARACTERS = 3;

/** The filters as the body of the operation. Periods end at `now`, a time of the server. */
export function toSearchBody(environmentId: string, filters: RunFilters, now: number): SearchBody {
  const { name, status, period, workspace, task, plans } = filters;
  const list: (Filter | undefined | false)[] = [
    name !== undefined && name.length >= MIN_CHARACTERS && { field: 'name', operator: 'match', value: name },
    status && { field: 'status', operator: 'in', value: status },
    period && {
      field: 'period',
      operator: 'between',
      value: [now - PERIODS[period], now + HOUR].map((time) => new Date(time).toISOString()),
    },
    workspace !== undefined && { field: 'workspaceId', operator: 'in', value: [workspace] },
    task !== undefined && { field: 'taskId', operator: 'in', value: [task] },
  ];
  return {
    environmentId,
    category: 'ETL',
    exclude: plans ? 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN' : 'PLAN_EXECUTIONS',
    filters: list.filter((filter): filter is Filter => Boolean(filter)),
  };
}
