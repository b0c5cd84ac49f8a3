/** The run configuration of a start: in a dynamic-engine environment that for dynamic engines, if the task has one. */
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The condition that the run configuration for dynamic engines applies, for statements with `runConfigTables`. */
const isDynamic = sql`(e.is_dynamic and x.task_id is not null)`;

/**
 * The columns of the run configuration of task `t` in environment `e`. In a dynamic-engine environment no run configuration names an engine, and the
 * engine of the assignment is the only one. `assigned` is null for other environments.
 * @rule task-executions.start.assigned-engine
 */
export const runConfigColumns: Sql = sql`
  case when e.is_dynamic then case when x.task_id is not null or c.task_id is not null then 'CLOUD' end else c.runtime_type end as runtime_type,
  case when not e.is_dynamic then c.engine_id end as engine_id,
  case when not e.is_dynamic then c.cluster_id end as cluster_id,
  f.id as run_profile_id,
  case when not e.is_dynamic then coalesce(
    (select g.workspace_id from engine g where g.id = c.engine_id),
    (select k.workspace_id from engine_cluster k where k.id = c.cluster_id)) end as runtime_workspace_id,
  case when ${isDynamic} then x.parallel_execution_allowed else c.parallel_execution_allowed end as parallel_execution_allowed,
  case when ${isDynamic} then x.log_level else c.log_level end as log_level,
  case when ${isDynamic} then x.timeout_minutes else c.timeout_minutes end as timeout_minutes,
  case when ${isDynamic} then x.retry else c.retry end as retry,
  coalesce(case when ${isDynamic} then x.context_name else c.context_name end, t.context_name) as context_name,
  case when e.is_dynamic then exists (
    select from dynamic_engine_assignment s
    where s.environment_id = e.id
      and s.removing_at is null) end as assigned`;

/** The condition that task `t` of environment `e` has a run configuration with which it can start. */
export const hasRunConfig: Sql = sql`(
  exists (select from task_run_config c where c.task_id = t.id)
  or e.is_dynamic and exists (select from task_dynamic_engine_run_config x where x.task_id = t.id))`;

/** The tables of the run configuration, in addition to the task `t` and the environment `e`. */
export const runConfigTables: Sql = sql`
  left join task_run_config c on c.task_id = t.id
  left join task_dynamic_engine_run_config x on x.task_id = t.id and e.is_dynamic
  left join run_profile f on f.id = case when e.is_dynamic then x.run_profile_id else c.run_profile_id end`;
