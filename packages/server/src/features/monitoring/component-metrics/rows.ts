/** The statements about the components of runs. */
import type { BodyOf, Schema } from '@millrace/contract';
import { and, json, sql, type Sql, storable, unnamed, type Tx } from '../../../core/database/sql.ts';
import type { Page, PageQuery } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { startTimeOf } from '../../processing/task-executions/index.ts';
import { workspacesSeenIn } from '../../security/held/index.ts';
import type { ComponentFilter } from './rules.ts';

/** A field by which a list can be sorted. */
type SortColumn = NonNullable<BodyOf<'POST /monitoring/observability/metrics/component'>['sortBy']>;

/** The columns of fields, of the component `m` and its execution `x`. */
const COLUMNS = {
  engine_id: sql`coalesce(x.engine_id, x.wanted_engine_id)`,
  workspace_id: sql`x.workspace_id`,
  task_id: sql`x.task_id`,
  task_execution_id: sql`m.execution_id`,
  process_id: sql`m.process_id`,
  job_name: sql`m.job_name`,
  pid: sql`m.pid`,
  father_pid: sql`m.father_pid`,
  root_pid: sql`m.root_pid`,
  connector_type: sql`m.connector_type`,
  connector_label: sql`m.connector_label`,
  connector_id: sql`m.connector_id`,
  target_connector_type: sql`m.target_connector_type`,
  target_label: sql`m.target_label`,
  target_id: sql`m.target_id`,
  connection_type: sql`m.connection_type`,
  connection_name: sql`m.connection_name`,
  component_start_time_seconds: sql`m.started_seconds`,
  component_connection_rows_total: sql`m.rows_total`,
  component_execution_duration_milliseconds: sql`m.duration_milliseconds`,
  // An old spelling of the published API, by which a caller may still sort.
  stracktrace: sql`m.stacktrace`,
  stacktrace: sql`m.stacktrace`,
  operator: sql`case when x.execution_type = 'MANUAL' then x.account_id end`,
  operator_type: sql`case when x.execution_type = 'MANUAL' then x.user_type end`,
} satisfies Record<SortColumn | 'operator' | 'operator_type', Sql>;

/** Builds an unambiguous order by a field. */
const orderByField = (field: SortColumn, order: 'asc' | 'desc'): Sql =>
  order === 'asc'
    ? sql`${COLUMNS[field]}, m.execution_id, m.position`
    : sql`${COLUMNS[field]} desc nulls last, m.execution_id desc, m.position desc`;

/**
 * Builds the condition for executions `x` in workspaces of the environment that the actor may see.
 * @rule component-metrics.search.right
 */
const visibleComponents = (actor: Actor, environment: string): Sql => sql`x.workspace_id = any (${workspacesSeenIn(actor, environment)})`;

type ReportedComponent = Schema<'ReportedComponent'>;

/** The row of a component, with columns of its run. */
export type ComponentRow = Omit<
  Required<ReportedComponent>,
  `target_${string}` | `connection_${string}` | `component_${string}` | 'stacktrace'
> & {
  target_connector_type: string | null;
  target_label: string | null;
  target_id: string | null;
  connection_type: string | null;
  connection_name: string | null;
  started_seconds: number;
  rows_total: number | null;
  duration_milliseconds: number | null;
  stacktrace: string | null;
  engine_id: string | null;
  workspace_id: string;
  task_id: string;
  execution_id: string;
  operator: string | null;
  operator_type: Schema<'UserType'> | null;
};

const columns: Sql = sql`
  m.process_id, m.job_name, m.pid, m.father_pid, m.root_pid, m.connector_type, m.connector_label, m.connector_id, m.target_connector_type,
  m.target_label, m.target_id, m.connection_type, m.connection_name, m.started_seconds, m.rows_total, m.duration_milliseconds, m.stacktrace,
  ${COLUMNS.engine_id} as engine_id, x.workspace_id, x.task_id, m.execution_id, ${COLUMNS.operator} as operator,
  ${COLUMNS.operator_type} as operator_type`;

/**
 * Adds the components of runs. Stored components stay unchanged, so that an engine can repeat a report.
 * @rule component-metrics.report.stored
 */
export const appendComponents = (
  tx: Tx,
  reports: readonly { executionId: string; components: readonly ReportedComponent[] }[],
): Promise<unknown> =>
  tx.rows(sql`
    insert into component_metric (
      execution_id, position, environment_id, process_id, job_name, pid, father_pid, root_pid, connector_type, connector_label, connector_id,
      target_connector_type, target_label, target_id, connection_type, connection_name, started_seconds, rows_total, duration_milliseconds, stacktrace)
    select x.id, c.position, x.environment_id, coalesce(c.process_id, x.id::text), coalesce(c.job_name, x.artifact_name),
           coalesce(c.pid, c.process_id, x.id::text), coalesce(c.father_pid, c.pid, c.process_id, x.id::text),
           coalesce(c.root_pid, c.father_pid, c.pid, c.process_id, x.id::text), c.connector_type, c.connector_label, c.connector_id,
           c.target_connector_type, c.target_label, c.target_id, c.connection_type, c.connection_name, c.component_start_time_seconds,
           c.component_connection_rows_total, c.component_execution_duration_milliseconds, c.stacktrace
    from json_to_recordset(${json(reports.flatMap(toColumns))}::json) as c (
      execution_id uuid, position integer, process_id text, job_name text, pid text, father_pid text, root_pid text, connector_type text,
      connector_label text, connector_id text, target_connector_type text, target_label text, target_id text, connection_type text,
      connection_name text, component_start_time_seconds double precision, component_connection_rows_total bigint,
      component_execution_duration_milliseconds double precision, stacktrace text)
    join task_execution x on x.id = c.execution_id
    on conflict do nothing`);

/** Converts texts to storable ones. Engines do so, too, but a report with other texts must not fail again and again. */
const toColumns = ({ executionId, components }: { executionId: string; components: readonly ReportedComponent[] }): object[] =>
  components.map((component, position) => ({
    ...Object.fromEntries(Object.entries(component).map(([name, value]) => [name, typeof value === 'string' ? storable(value) : value])),
    execution_id: executionId,
    position,
  }));

/** The order of a list. */
type Sorting = { by: SortColumn; order: 'asc' | 'desc' };

/** Selects a page of the components of an execution. */
export const selectComponentsOfExecution = (tx: Tx, execution: string, sorting: Sorting, page: PageQuery): Promise<Page<ComponentRow>> =>
  pageOf(tx, sql`m.execution_id = ${execution}`, sorting, page);

/** Selects a page by offset: components have no id for a page by id, and a search finds few of them. */
async function pageOf(tx: Tx, where: Sql, { by, order }: Sorting, { limit = 50, offset = 0 }: PageQuery): Promise<Page<ComponentRow>> {
  const from = sql`component_metric m join task_execution x on x.id = m.execution_id`;
  const { total } = await tx.only<{ total: number }>(sql`
    select count(*) as total
    from ${from}
    where ${where}`);
  const rows = await tx.rows<ComponentRow>(sql`
    select ${columns}
    from ${from}
    where ${where}
    order by ${orderByField(by, order)}
    limit ${limit}
    offset ${offset}`);
  return { total, rows };
}

/** Selects the processes of an execution, in the order in which they started. */
export const selectProcesses = (tx: Tx, execution: string): Promise<Schema<'ProcessMetric'>[]> =>
  tx.rows(sql`
    select m.process_id, m.job_name, m.pid, m.father_pid, m.root_pid
    from component_metric m
    where m.execution_id = ${execution}
    group by m.process_id, m.job_name, m.pid, m.father_pid, m.root_pid
    order by min(m.started_seconds), min(m.position)`);

/** The row of an execution with components. */
export type RunRow = {
  engine_id: string | null;
  workspace_id: string;
  task_id: string;
  id: string;
  artifact_id: string | null;
  artifact_name: string;
  artifact_version: string;
  start_time: Date;
  finished_at: Date | null;
  rejected_rows: number | null;
  operator: string | null;
  operator_type: Schema<'UserType'> | null;
};

/** Selects an execution that the actor may see. */
export const selectRun = (tx: Tx, execution: string): Promise<RunRow> =>
  tx.only(sql`
    select coalesce(x.engine_id, l.engine_id, x.wanted_engine_id) as engine_id, x.workspace_id, x.task_id, x.id, x.artifact_id, x.artifact_name,
           x.artifact_version, coalesce(${startTimeOf}, x.triggered_at) as start_time, x.finished_at, x.rejected_rows,
           ${COLUMNS.operator} as operator, ${COLUMNS.operator_type} as operator_type
    from task_execution x
    left join live_execution l on l.execution_id = x.id
    where x.id = ${execution}`);

const COMPARISONS = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const;

/** Selects a page of the components that started between two times, in executions that the actor may see. */
export function selectComponents(
  tx: Tx,
  actor: Actor,
  search: { environment: string; from: Date; to: Date; filters: readonly ComponentFilter[]; sorting: Sorting },
  page: PageQuery,
): Promise<Page<ComponentRow>> {
  const { environment, from, to, filters, sorting } = search;
  const conditions = filters.map((filter) => {
    const column = COLUMNS[filter.field];
    if (filter.operator === 'in') return sql`(${column})::text = any (${[...filter.values]})`;
    return sql`${column} ${COMPARISONS[filter.operator]} ${filter.seconds}`;
  });
  return pageOf(
    tx,
    unnamed(sql`
      m.environment_id = ${environment}
      and m.started_seconds >= ${from.getTime() / 1000}
      and m.started_seconds < ${to.getTime() / 1000}
      and ${visibleComponents(actor, environment)}
      and ${and(conditions)}`),
    sorting,
    page,
  );
}
