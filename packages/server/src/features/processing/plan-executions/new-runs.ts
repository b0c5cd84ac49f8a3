/** The statement that inserts plan executions, for callers, schedules and error handlers alike. */
import type { Schema } from '@millrace/contract';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import { namedSteps } from '../../../core/database/named-steps.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { Copy } from './plan-rows.ts';
import { planEndColumns, raisedPlanEnds, raisedPlanStarts } from './moves.ts';

/** The number of executions of a plan within the period that may be unfinished at once; a further one does not begin. */
const MAX_OF_PLAN = 50;
const PERIOD_MINUTES = 60;

/** The reason why a plan did not begin. */
type PlanMisfire = { reason: Schema<'MisfiredPlanReason'>; message: string };

/** A requested execution of a plan. */
export type NewRun = {
  id: string;
  type: Schema<'ExecutionType'>;
  plan: { id: string; tenant: string; environment: string; workspace: string; name: string };
  copy: Copy;
  actor: Pick<Actor, 'id' | 'userType'>;
  apiVersion: string | null;
  /** The step execution whose error handler starts this plan execution. */
  parent?: string | undefined;
  rerun?: { execution: string; step: string; onlyFailed: boolean } | undefined;
  misfire?: PlanMisfire | undefined;
};

const columns = sql`
  id, tenant_id, environment_id, workspace_id, plan_id, plan_name, steps, handlers, task_ids, planned_count, alone, execution_type, api_version,
  account_id, user_type, parent_step_id, rerun_of, rerun_step_id, rerun_only_failed`;

/**
 * Inserts plan executions that have not started anything yet, and returns those that cannot begin. These only leave a record, and do not count for the
 * limit of the plan. Raises their events.
 * @rule plan-executions.start.parallel
 * @rule plan-executions.start.queue
 * @rule plan-executions.start.misfired
 */
export function insertRuns(tx: Tx, runs: readonly NewRun[]): Promise<{ id: string }[]> {
  const steps = {
    given: sql`
      select *
      from json_to_recordset(${json(runs.map(toColumns))}::json) as n (
        id uuid, tenant_id uuid, environment_id uuid, workspace_id uuid, plan_id uuid, plan_name text, steps jsonb, handlers jsonb, task_ids uuid[],
        planned_count integer, execution_type text, api_version text, account_id uuid, user_type text, parent_step_id uuid, rerun_of uuid,
        rerun_step_id uuid, rerun_only_failed boolean, misfired_reason text, error_message text)`,
    known: {
      materialized: sql`
        select n.*, p.paused_at is not null as paused, not coalesce(c.parallel_execution_allowed, false) as alone,
               count(*) filter (where n.misfired_reason is null) over (partition by n.plan_id order by n.id) as place
        from given n
        left join plan p on p.id = n.plan_id
        left join plan_run_config c on c.plan_id = n.plan_id`,
    },
    checked: {
      materialized: sql`
        select n.*,
               case
                 when n.misfired_reason is not null then n.misfired_reason
                 when n.paused then 'PLAN_EXECUTIONS_PAUSED'
                 when n.alone and open.count > 0 then 'PARALLEL_EXECUTIONS_FORBIDDEN'
                 when open.recent + n.place > ${MAX_OF_PLAN} then 'SIMULTANEOUS_EXECUTIONS_LIMIT_REACHED'
               end as misfire
        from known n
        cross join lateral (
          select count(*) as count, count(*) filter (where o.started_at > now() - make_interval(mins => ${PERIOD_MINUTES})) as recent
          from plan_execution o
          where o.plan_id = n.plan_id
            and o.finished_at is null) open`,
    },
    started: sql`
      insert into plan_execution as p (${columns})
      select ${columns}
      from checked
      where misfire is null
      order by plan_id, id
      on conflict (plan_id) where alone and finished_at is null do nothing
      returning ${planEndColumns(sql`p`)}`,
    misfired: sql`
      insert into plan_execution as p (${columns}, status, misfired_reason, error_message, finished_at)
      select ${columns}, 'EXECUTION_MISFIRED',
             coalesce(misfire, 'PARALLEL_EXECUTIONS_FORBIDDEN'),
             case coalesce(misfire, 'PARALLEL_EXECUTIONS_FORBIDDEN')
               when 'PLAN_EXECUTIONS_PAUSED' then coalesce(error_message, ${PAUSED})
               when 'PARALLEL_EXECUTIONS_FORBIDDEN' then coalesce(error_message, ${PARALLEL})
               when 'SIMULTANEOUS_EXECUTIONS_LIMIT_REACHED' then coalesce(error_message, ${TOO_MANY})
               else error_message
             end,
             now()
      from checked
      where id not in (select id from started)
      returning ${planEndColumns(sql`p`)}`,
    raised_starts: raisedPlanStarts(sql`started`),
    raised_ends: raisedPlanEnds(sql`misfired`),
  };
  return tx.rows(namedSteps(steps, sql`select id from misfired`));
}

const PAUSED = 'The plan was paused: resume it.';
const PARALLEL = 'Another execution of the plan ran: allow parallel executions in its run configuration, or start it less often.';
const TOO_MANY = `${MAX_OF_PLAN} executions of the plan from the last ${PERIOD_MINUTES} minutes have not ended: wait until some have ended, or start it less often.`;

const toColumns = ({ id, type, plan, copy, actor, apiVersion, parent, rerun, misfire }: NewRun) => ({
  id,
  tenant_id: plan.tenant,
  environment_id: plan.environment,
  workspace_id: plan.workspace,
  plan_id: plan.id,
  plan_name: plan.name,
  steps: copy.steps,
  handlers: copy.handlers,
  task_ids: copy.taskIds,
  planned_count: copy.plannedCount,
  execution_type: type,
  api_version: apiVersion,
  account_id: actor.id,
  user_type: actor.userType,
  parent_step_id: parent,
  rerun_of: rerun?.execution,
  rerun_step_id: rerun?.step,
  rerun_only_failed: rerun?.onlyFailed ?? false,
  misfired_reason: misfire?.reason,
  error_message: misfire?.message,
});
