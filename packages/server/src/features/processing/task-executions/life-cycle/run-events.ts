/**
 * The events of task executions. Each statement that writes a start or an outcome contains one of these parts, so that no event comes without its change.
 * If no tenant waits for the events, the part only checks this and reads no rows.
 */
import type { EventTypeName } from '@millrace/contract/event-types';
import { sql, type Sql } from '../../../../core/database/sql.ts';
import { anyWaitsFor, momentText, raisedFrom } from '../../../events/outbox/index.ts';
import { reportedStartOf } from './execution-row.ts';

const STARTED = 'com.service.v1.task.run.started' satisfies EventTypeName;
const FINISHED = 'com.service.v1.task.run.finished' satisfies EventTypeName;
const MISFIRED = 'com.service.v1.task.run.misfired' satisfies EventTypeName;
const RELOADED = 'com.service.v1.app.reload.finished' satisfies EventTypeName;

/**
 * The columns that a statement with the execution `x` returns for `raisedEnds`. `started_before` says whether an earlier statement has raised the event
 * of the start.
 */
export const endColumns = (startedBefore: Sql): Sql => sql`
  x.id, x.tenant_id, x.environment_id, x.workspace_id, x.task_id, x.task_name, x.artifact_id, x.artifact_name, x.account_id, x.engine_id, x.outcome,
  x.started_at, x.finished_at, x.processed_rows, x.rejected_rows, x.error_type, x.error_message, x.misfired_reason, x.plan_execution_id,
  x.attempt, x.retried_as,
  ${startedBefore} as started_before`;

/** The fields that all events of an execution `e` have. */
const common: Sql = sql`
  'executionId', e.id, 'taskId', e.task_id, 'taskName', e.task_name, 'environmentId', e.environment_id, 'workspaceId', e.workspace_id,
  'planExecutionId', e.plan_execution_id`;

/** The owner of an event is the account in whose name the execution runs. */
const raised = (rows: Sql): Sql =>
  raisedFrom(
    sql`
      select e.tenant_id, n.type, e.workspace_id as space_id, coalesce(n.resource, e.task_id)::text as resource_id, e.account_id as owner_id,
             null::uuid as actor_id, n.data, n.place
      ${rows}`,
    sql`order by r.place`,
  );

/**
 * Builds the part of a statement that raises the events of starts. `started` has the columns of live rows, and `is_first` for those that were not
 * reported before.
 * @rule events.task-runs.started
 */
export const raisedStarts = (started: Sql): Sql =>
  raised(sql`
      from ${started} l
      join task_execution x on x.id = l.execution_id
      cross join lateral (
        select x.id, x.tenant_id, x.environment_id, x.workspace_id, x.task_id, x.task_name, x.account_id, x.plan_execution_id, l.engine_id,
               ${reportedStartOf(sql`l`, sql`l.started_at`)} as started_at) e
      cross join lateral (
        select 0 as place, ${STARTED}::text as type, null::uuid as resource, ${startData} as data) n
      where l.is_first
        and ${anyWaitsFor([STARTED])}`);

const startData: Sql = sql`jsonb_build_object(${common}, 'engineId', e.engine_id, 'startedAt', ${momentText(sql`e.started_at`)})`;

/** The result of an execution `e`: ok only for a success. */
const result: Sql = sql`case e.outcome when 'EXECUTION_SUCCESS' then 'ok' else 'error' end`;

/**
 * Builds the part of a statement that raises the events of ends. `ended` has the columns of `endColumns`. A run whose start was never reported raises
 * its start, too.
 * @rule events.task-runs.finished
 * @rule events.task-runs.misfired
 * @rule events.app-reloads.finished
 */
export const raisedEnds = (ended: Sql): Sql =>
  raised(sql`
      from ${ended} e
      cross join lateral (
        select 0 as place, ${STARTED}::text as type, null::uuid as resource, ${startData} as data
        where e.started_at is not null
          and not e.started_before
        union all
        select 1, ${MISFIRED}, null,
               jsonb_build_object(${common}, 'reason', e.misfired_reason, 'errorMessage', e.error_message, 'misfiredAt', ${momentText(sql`e.finished_at`)})
        where e.misfired_reason is not null
        union all
        select 2, ${FINISHED}, null,
               jsonb_build_object(
                 ${common}, 'status', ${result}, 'executionStatus', e.outcome, 'startedAt', ${momentText(sql`e.started_at`)},
                 'finishedAt', ${momentText(sql`e.finished_at`)}, 'processedRows', e.processed_rows, 'rejectedRows', e.rejected_rows,
                 'errorType', e.error_type, 'errorMessage', e.error_message, 'attempt', e.attempt, 'nextExecutionId', e.retried_as)
        union all
        select 3, ${RELOADED}, e.artifact_id,
               jsonb_build_object(
                 'appId', e.artifact_id, 'name', e.artifact_name, 'reloadId', e.id, 'status', ${result}, 'endTime', ${momentText(sql`e.finished_at`)},
                 'duration', coalesce(extract(epoch from e.finished_at - e.started_at)::bigint, 0),
                 'errors', case when e.error_message is null then '[]' else jsonb_build_array(e.error_message) end, 'warnings', jsonb_build_array())
        where e.artifact_id is not null
          and coalesce((select a.type from artifact a where a.id = e.artifact_id), 'standard') in ('standard', 'big_data_batch', 'pipeline')
      ) n
      where ${anyWaitsFor([STARTED, MISFIRED, FINISHED, RELOADED])}`);
