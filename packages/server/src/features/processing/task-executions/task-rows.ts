/** The statements about tasks that are to start, with all data that a start uses. */
import type { Database } from '../../../core/database/db.ts';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { BatchedStatement, StatementBatcher } from '../../../core/database/statement-batcher.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight, inWorkspace, requireRightOf } from '../../security/held/index.ts';
import type { StartableTask } from './life-cycle/new-executions.ts';

const guard = inWorkspace({ noun: 'Task', table: sql`task`, alias: sql`t` });

/**
 * Finds a task that the actor may start, or refuses. The task is not locked: the start copies what it needs, and executions may outlive their task.
 * @rule task-executions.start.unknown
 */
export async function findStartableTask(batcher: StatementBatcher, actor: Actor, id: string): Promise<StartableTask> {
  const row = await batcher.run(startable, { actor, id: id.toLowerCase() });
  return requireRightOf(row, 'Task', id, 'EXECUTE');
}

const startable: BatchedStatement<{ actor: Actor; id: string }, HeldTask | undefined> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }: Database, items) => {
    const found = new Map<string, HeldTask>();
    const ofCaller = async (own: readonly { actor: Actor; id: string }[]): Promise<void> => {
      const [first] = own;
      if (!first) return;
      const ids = [...new Set(own.map(({ id }) => id))];
      for (const row of await selectStartable(reader, first.actor, ids)) found.set(`${first.actor.id} ${row.id}`, row);
    };
    await Promise.all([...Map.groupBy(items, ({ actor }) => actor.id).values()].map(ofCaller));
    return items.map(({ actor, id }) => found.get(`${actor.id} ${id}`));
  },
};

type HeldTask = StartableTask & { held: boolean };

/** The names of the parameters that the connections of task `t` give; for a task without connections an empty array, without a look-up. */
const connectionParameters: Sql = sql`
  case when t.connections = '{}' then array[]::text[]
  else array(
    select 'connection_' || u.key || '_' || p.name
    from jsonb_each_text(t.connections) u
    join connection_parameter p on p.connection_id = u.value::uuid
    where p.secret_value is not null or p.plain_value <> ''
  ) end`;

/**
 * The resources of task `t` with their current content.
 * @rule task-executions.start.resources
 */
const resourcesOfTask = sql`
  case when t.resources = '{}' then '[]' else (
    select coalesce(
             json_agg(
               json_build_object('variable', n.key, 'id', r.id, 'name', r.name, 'file', r.file, 'hash', b.hash, 'size', b.size)
               order by n.key),
             '[]')
    from jsonb_each_text(t.resources) n
    join resource r on r.id = n.value::uuid
    join blob b on b.hash = r.blob_hash
  ) end`;

/** The condition that the run configuration for dynamic engines applies, for statements with `runConfigTables`. */
const isDynamic = sql`(e.is_dynamic and x.task_id is not null)`;

/**
 * The columns of the run configuration of task `t` in environment `e`. In a dynamic-engine environment no run configuration names an engine, and the
 * engine of the assignment is the only one. `assigned` is null for other environments.
 * @rule task-executions.start.assigned-engine
 */
const runConfigColumns: Sql = sql`
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

/** The tables of the run configuration, in addition to the task `t` and the environment `e`. */
const runConfigTables: Sql = sql`
  left join task_run_config c on c.task_id = t.id
  left join task_dynamic_engine_run_config x on x.task_id = t.id and e.is_dynamic
  left join run_profile f on f.id = case when e.is_dynamic then x.run_profile_id else c.run_profile_id end`;

const startableColumns: Sql = sql`
  t.id, t.tenant_id, t.workspace_id, w.environment_id, t.name, t.version, t.tags, t.parameters, t.connections,
  ${connectionParameters} as connection_parameters, ${resourcesOfTask} as resources, a.id as artifact_id, a.name as artifact_name, v.version as artifact_version,
  v.parameters as artifact_parameters, v.contexts as artifact_contexts, v.context_name as artifact_context_name, v.layout, v.blob_hash, ${runConfigColumns},
  coalesce(f.jvm_arguments, '{}') as jvm_arguments, t.paused_at is not null as paused`;

const startableTables: Sql = sql`
  task t
  join workspace w on w.id = t.workspace_id
  join environment e on e.id = w.environment_id
  join artifact_version v on v.id = t.artifact_version_id
  join artifact a on a.id = v.artifact_id
  ${runConfigTables}`;

const selectStartable = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<HeldTask[]> =>
  tx.rows(sql`
    select ${startableColumns}, ${holdsRight(actor, 'EXECUTE')} as held
    from ${startableTables}
    where t.id = any (${[...ids]})
      and ${guard.visible(actor)}`);

/** Selects tasks that start without a caller. The rights were checked when the start was ordered. */
export const selectTasksToRun = (tx: Tx, tenants: readonly string[], ids: readonly string[]): Promise<StartableTask[]> =>
  tx.rows(sql`
    select ${startableColumns}
    from ${startableTables}
    where t.id = any (${[...ids]})
      and t.tenant_id = any (${[...tenants]})`);

/**
 * Finds a task whose executions the actor may list.
 * @rule task-executions.list.task
 */
export const findListedTask = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  guard.find(tx, actor, id, { columns: sql`t.id` });

/** The condition that task `t` of environment `e` has a run configuration with which it can start. */
export const hasRunConfig: Sql = sql`(
  exists (select from task_run_config c where c.task_id = t.id)
  or e.is_dynamic and exists (select from task_dynamic_engine_run_config x where x.task_id = t.id))`;
