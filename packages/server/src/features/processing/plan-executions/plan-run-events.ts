/** The events of plan executions: parts of the statements that start and end them. */
import type { EventTypeName } from '@millrace/contract/event-types';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { anyWaitsFor, momentText, raisedFrom } from '../../events/outbox/index.ts';

const STARTED = 'com.service.v1.plan.run.started' satisfies EventTypeName;
const FINISHED = 'com.service.v1.plan.run.finished' satisfies EventTypeName;
const MISFIRED = 'com.service.v1.plan.run.misfired' satisfies EventTypeName;

/** The columns of the plan execution `row` that a statement returns for its events. */
export const planEndColumns = (row: Sql): Sql => sql`
  ${row}.id, ${row}.tenant_id, ${row}.environment_id, ${row}.workspace_id, ${row}.plan_id, ${row}.plan_name, ${row}.account_id, ${row}.status,
  ${row}.misfired_reason, ${row}.error_message, ${row}.started_at, ${row}.finished_at`;

/** The fields that all events of a plan execution `e` have. */
const common: Sql = sql`
  'executionId', e.id, 'planId', e.plan_id, 'planName', e.plan_name, 'environmentId', e.environment_id, 'workspaceId', e.workspace_id`;

/** The owner of an event is the account in whose name the plan execution runs. */
const raised = (rows: Sql): Sql =>
  raisedFrom(
    sql`
      select e.tenant_id, n.type, e.workspace_id as space_id, e.plan_id::text as resource_id, e.account_id as owner_id, null::uuid as actor_id,
             n.data, n.place
      ${rows}`,
    sql`order by r.place`,
  );

/**
 * Builds the part of a statement that raises the events of plan executions that begin.
 * @rule events.plan-runs.started
 */
export const raisedPlanStarts = (started: Sql): Sql =>
  raised(sql`
      from ${started} e
      cross join lateral (
        select 0 as place, ${STARTED}::text as type, jsonb_build_object(${common}, 'startedAt', ${momentText(sql`e.started_at`)}) as data) n
      where ${anyWaitsFor([STARTED])}`);

/**
 * Builds the part of a statement that raises the events of plan executions that have ended. Rows that have not ended raise none.
 * @rule events.plan-runs.finished
 * @rule events.plan-runs.misfired
 */
export const raisedPlanEnds = (ended: Sql): Sql =>
  raised(sql`
      from ${ended} e
      cross join lateral (
        select 0 as place, ${MISFIRED}::text as type,
               jsonb_build_object(${common}, 'reason', e.misfired_reason, 'errorMessage', e.error_message, 'misfiredAt', ${momentText(sql`e.finished_at`)}) as data
        where e.misfired_reason is not null
        union all
        select 1, ${FINISHED},
               jsonb_build_object(
                 ${common}, 'status', case e.status when 'EXECUTION_SUCCESS' then 'ok' else 'error' end, 'executionStatus', e.status,
                 'startedAt', ${momentText(sql`e.started_at`)}, 'finishedAt', ${momentText(sql`e.finished_at`)}, 'errorMessage', e.error_message)
      ) n
      where e.finished_at is not null
        and ${anyWaitsFor([MISFIRED, FINISHED])}`);
