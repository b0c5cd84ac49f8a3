/** The only functions by which a start, or a list, finds a task. */
import type { Database, Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { BatchedStatement, StatementBatcher } from '../../../core/database/statement-batcher.ts';
import type { Actor } from '../../../identity/actor.ts';
import { foundWithRight } from '../../orchestration/workspaces/index.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import type { StartableTask } from './life-cycle/startable-task.ts';
import { runConfigColumns, runConfigTables } from './run-configs.ts';

/** The permissions for starting and ending executions of tasks; one of them is enough. A caller that may use engines changes no task by that. */
export const RUNS_TASKS = { anyOf: ['SVC_OPERATOR', 'SVC_ENGINE_USE'] } as const;

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

/**
 * Finds a task that the actor may start. The task is not locked: the start copies what it needs, and executions may outlive their task.
 * @rule task-executions.start.unknown
 */
export async function findStartableTask(batcher: StatementBatcher, actor: Actor, id: string): Promise<StartableTask> {
  const row = await batcher.run(startable, { actor, id: id.toLowerCase() });
  return foundWithRight(row, 'Task', id, 'EXECUTE');
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
      and t.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}`);

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
export async function findListedTask(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const row = await tx.one<{ id: string }>(sql`
    select t.id
    from task t
    join workspace w on w.id = t.workspace_id
    where t.id = ${id}
      and t.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}`);
  return found(row, 'Task', id);
}
