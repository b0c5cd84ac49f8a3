/** The uses of content by tasks and plans, and those of a workspace, which prevent a deletion. */
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/held/index.ts';

/** The number of tasks or plans that use content, and the names of those that the actor may see. */
export type ContentUses = { count: number; names: readonly string[] };

/** Selects the uses by the rows `u` of a table of tasks or plans that meet a condition. */
export const selectContentUses = (tx: Tx, actor: Actor, table: Sql, condition: Sql): Promise<ContentUses> =>
  tx.only(sql`
    select count(*) as count,
           coalesce(array_agg(u.name order by u.name, u.id) filter (where ${holdsRight(actor, 'VIEW')}), '{}') as names
    from ${table} u
    join workspace w on w.id = u.workspace_id
    where ${condition}`);

/** The uses that prevent the deletion of a workspace: at most 20 names of each kind, and the number of executions. */
type WorkspaceUses = { tasks: string[]; plans: string[]; runtimes: string[]; executions: number };

/**
 * Selects the tasks and plans of other workspaces that use content of this workspace, and its engines and clusters. Counts the unfinished executions
 * in the workspace, and the unfinished executions of plans that may run a task or plan of the workspace.
 */
export const selectWorkspaceUses = (tx: Tx, id: string): Promise<WorkspaceUses> =>
  tx.only(sql`
    select array(
             select t.name
             from artifact a
             join artifact_version v on v.artifact_id = a.id
             join task t on t.artifact_version_id = v.id
             where a.workspace_id = ${id}
               and t.workspace_id <> ${id}
             union
             select t.name
             from connection c
             join task t on jsonb_path_query_array(t.connections, '$.*') @> jsonb_build_array(c.id::text)
             where c.workspace_id = ${id}
               and t.workspace_id <> ${id}
             union
             select t.name
             from resource r
             join task t on jsonb_path_query_array(t.resources, '$.*') @> jsonb_build_array(r.id::text)
             where r.workspace_id = ${id}
               and t.workspace_id <> ${id}
             order by name
             limit 20) as tasks,
           array(
             select p.name
             from task t
             join plan_step_task k on k.task_id = t.id
             join plan_step s on s.id = k.step_id
             join plan p on p.id = s.plan_id
             where t.workspace_id = ${id}
               and p.workspace_id <> ${id}
             union
             select p.name
             from plan h
             join plan_step_plan k on k.plan_id = h.id
             join plan_step s on s.id = k.step_id
             join plan p on p.id = s.plan_id
             where h.workspace_id = ${id}
               and p.workspace_id <> ${id}
             order by name
             limit 20) as plans,
           array(
             select g.name
             from engine g
             where g.workspace_id = ${id}
             union
             select k.name
             from engine_cluster k
             where k.workspace_id = ${id}
             order by name
             limit 20) as runtimes,
           (select count(*)
            from live_execution l
            join task_execution x on x.id = l.execution_id
            where x.workspace_id = ${id})
           + (
             select count(*)
             from plan_execution x
             where x.finished_at is null
               and (x.workspace_id = ${id} or x.task_ids && array(select t.id from task t where t.workspace_id = ${id})
                 or x.handlers ?| array(select p.id::text from plan p where p.workspace_id = ${id}))) as executions`);
