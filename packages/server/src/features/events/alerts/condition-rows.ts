/** The statements that find the targets for which the condition of a rule holds now: long runs, absent runs and lost engines. */
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type NewIncident, ownerMayBeNotified } from './incident-rows.ts';

/** The number of last successes whose median is the usual time, and the smallest number of them for which it is computed. */
const USUAL_RUNS = 20;
const FEWEST_USUAL_RUNS = 10;
/** The default bound for an engine without heartbeats. */
const LOST_SECONDS = 60;
/** An engine without heartbeats for longer is retired. */
const RETIRED_DAYS = 30;

const secondsAgo = (seconds: Sql): Sql => sql`now() - make_interval(secs => ${seconds})`;

/** The condition that a run has lasted longer than its rule `r` allows; `successes` are the durations of earlier successes, newest first. */
const isLong = (startedAt: Sql, successes: Sql): Sql => sql`(
    ${startedAt} < ${secondsAgo(sql`r.bound_seconds`)}
    or (r.usual_factor is not null
        and extract(epoch from now() - ${startedAt}) > r.usual_factor * (
          select percentile_cont(0.5) within group (order by u.seconds)
          from (${successes} limit ${USUAL_RUNS}) u
          having count(*) >= ${FEWEST_USUAL_RUNS})))`;

/**
 * Runs of tasks and plans that last too long.
 * @rule alerts.long.usual
 */
const longRuns: Sql = sql`
  select r.id as rule, l.execution_id as target, 'task.run.late' as kind, t.name, t.workspace_id as space, l.environment_id as environment,
         l.execution_id as execution
  from alert_rule r
  join task t on t.tenant_id = r.tenant_id
  join live_execution l on l.task_id = t.id
  where r.condition = 'run_long'
    and r.enabled
    and (r.task_id = t.id
         or ((r.workspace_id = t.workspace_id or r.environment_id = l.environment_id) and (r.tag is null or r.tag = any (t.tags))))
    and l.started_at is not null
    and ${isLong(
      sql`l.started_at`,
      sql`
          select extract(epoch from h.finished_at - h.started_at) as seconds
          from task_execution h
          where h.task_id = t.id
            and h.outcome = 'EXECUTION_SUCCESS'
          order by h.triggered_at desc, h.id desc`,
    )}
  union all
  select r.id, p.id, 'plan.run.late', p.plan_name, p.workspace_id, p.environment_id, p.id
  from alert_rule r
  join plan_execution p on p.tenant_id = r.tenant_id
  where r.condition = 'run_long'
    and r.enabled
    and p.finished_at is null
    and (r.plan_id = p.plan_id or (r.tag is null and (r.workspace_id = p.workspace_id or r.environment_id = p.environment_id)))
    and ${isLong(
      sql`p.started_at`,
      sql`
          select extract(epoch from h.finished_at - h.started_at) as seconds
          from plan_execution h
          where h.plan_id = p.plan_id
            and h.status = 'EXECUTION_SUCCESS'
          order by h.started_at desc, h.id desc`,
    )}`;

/** The active time triggers of the task or plan `x`: its own one, or those of its schedule. `reference` is the column with its id. */
const triggersOf = (reference: Sql): Sql => sql`(
    select g.next_at
    from time_trigger g
    where g.${reference} = x.id
      and g.next_at is not null
    union all
    select g.next_at
    from schedule s
    join time_trigger g on g.schedule_id = s.id
    where s.${reference} = x.id
      and g.next_at is not null)`;

/** A target that did not run. For a rule of a workspace or an environment, only tasks and plans with a time trigger count. */
const absentOf = (kind: Sql, table: Sql, reference: Sql, hasTag: Sql, lastSuccess: Sql): Sql => sql`
  select r.id as rule, x.id as target, ${kind} as kind, x.name, x.workspace_id as space, w.environment_id as environment, null::uuid as execution
  from alert_rule r
  join ${table} x on x.tenant_id = r.tenant_id
  join workspace w on w.id = x.workspace_id
  where r.condition = 'run_absent'
    and r.enabled
    and x.paused_at is null
    and (r.${reference} = x.id
         or ((r.workspace_id = w.id or r.environment_id = w.environment_id)
             and (r.tag is null or ${hasTag})
             and exists (${triggersOf(reference)})))
    and (exists (select from ${triggersOf(reference)} d where d.next_at < ${secondsAgo(sql`r.bound_seconds`)})
         or coalesce((${lastSuccess}), r.created_at) < ${secondsAgo(sql`r.success_seconds`)})`;

/**
 * Tasks and plans that did not run when they were due, or without a success for too long.
 * @rule alerts.absent.due
 * @rule alerts.absent.success
 */
const absentRuns: Sql = sql`
  ${absentOf(
    sql`'task.run.absent'`,
    sql`task`,
    sql`task_id`,
    sql`r.tag = any (x.tags)`,
    sql`
      select h.finished_at
      from task_execution h
      where h.task_id = x.id
        and h.outcome = 'EXECUTION_SUCCESS'
      order by h.triggered_at desc, h.id desc
      limit 1`,
  )}
  union all
  ${absentOf(
    sql`'plan.run.absent'`,
    sql`plan`,
    sql`plan_id`,
    sql`false`,
    sql`
      select h.finished_at
      from plan_execution h
      where h.plan_id = x.id
        and h.status = 'EXECUTION_SUCCESS'
      order by h.started_at desc, h.id desc
      limit 1`,
  )}`;

/**
 * Engines without heartbeats.
 * @rule alerts.engine.lost
 */
const lostEngines: Sql = sql`
  select r.id as rule, g.id as target, 'engine.lost' as kind, g.name, g.workspace_id as space, g.environment_id as environment,
         null::uuid as execution
  from alert_rule r
  join engine g on g.tenant_id = r.tenant_id
  where r.condition = 'engine_lost'
    and r.enabled
    and (r.engine_id = g.id or r.environment_id = g.environment_id)
    and g.paired_at is not null
    and g.last_beat_at < ${secondsAgo(sql`coalesce(r.bound_seconds, ${LOST_SECONDS}::int)`)}
    and g.last_beat_at > now() - make_interval(days => ${RETIRED_DAYS}::int)`;

/** All targets for which the condition of a rule holds now, and which the owner of the rule may see. */
export const selectHoldingConditions = (tx: Tx): Promise<NewIncident[]> =>
  tx.rows(sql`
    select h.rule, h.target, h.kind, h.name, h.space, h.environment, h.execution, null as error, 1 as failures
    from (${longRuns} union all ${absentRuns} union all ${lostEngines}) h
    join alert_rule r on r.id = h.rule
    where ${ownerMayBeNotified(sql`h.space`, sql`h.environment`)}`);
