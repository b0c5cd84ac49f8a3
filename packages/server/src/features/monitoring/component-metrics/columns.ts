/** Maps the fields of components to columns of the component `m` and its execution `x`. */
import type { BodyOf } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** A field by which a list can be sorted. */
export type SortColumn = NonNullable<BodyOf<'POST /monitoring/observability/metrics/component'>['sortBy']>;

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
  stracktrace: sql`m.stacktrace`,
  stacktrace: sql`m.stacktrace`,
  operator: sql`case when x.execution_type = 'MANUAL' then x.account_id end`,
  operator_type: sql`case when x.execution_type = 'MANUAL' then x.user_type end`,
} satisfies Record<SortColumn | 'operator' | 'operator_type', Sql>;

/** Returns the column of a field. */
export const columnOf = (field: keyof typeof COLUMNS): Sql => COLUMNS[field];

/** Builds an unambiguous order by a field. */
export const orderByField = (field: SortColumn, order: 'asc' | 'desc'): Sql =>
  order === 'asc'
    ? sql`${columnOf(field)}, m.execution_id, m.position`
    : sql`${columnOf(field)} desc nulls last, m.execution_id desc, m.position desc`;
