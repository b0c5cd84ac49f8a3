/** The SQL statements about workspaces. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { workspaceJoins, workspaceObject, type WorkspaceObject, type WorkspaceRow } from './json.ts';
import { raiseWorkspaceEvents } from './workspace-events.ts';

/** Selects the workspaces that meet a condition, ordered by environment and name. */
export const selectWorkspaces = (tx: Tx, condition: Sql): Promise<{ workspace: WorkspaceObject }[]> =>
  tx.rows(sql`
    select ${workspaceObject} as workspace
    from workspace w
    ${workspaceJoins}
    where ${condition}
    order by e.name, w.name, w.id`);

/**
 * Adds a custom workspace.
 * @rule workspaces.create.custom
 */
export async function insertWorkspace(
  tx: Tx,
  actor: EventActor,
  values: { id: string; tenant: string; environment: string; name: string; description: string | null; owner: string },
): Promise<WorkspaceRow> {
  const row = await tx.only<WorkspaceRow>(sql`
    with w as (
      insert into workspace (id, tenant_id, environment_id, name, description, owner_id, type)
      values (${values.id}, ${values.tenant}, ${values.environment}, ${values.name}, ${values.description}, ${values.owner}, 'custom')
      returning id, name, description, created_at, updated_at, owner_id, environment_id
    )
    select w.id, w.name, w.description, w.created_at, w.updated_at, w.environment_id, o.login as owner,
           trim(o.first_name || ' ' || o.last_name) as owner_full_name
    from w
    join account o on o.id = w.owner_id`);
  await raiseWorkspaceEvents(tx, actor, 'created', [values.id]);
  return row;
}

/** Replaces the settings; an owner of null keeps the current owner. */
export async function updateWorkspace(
  tx: Tx,
  actor: EventActor,
  id: string,
  values: { name: string; description: string | null; owner: string | null; protectedArtifactUpdate: boolean },
): Promise<void> {
  await tx.rows(sql`
    update workspace
    set name = ${values.name},
        description = ${values.description},
        owner_id = coalesce(${values.owner}::uuid, owner_id),
        protected_artifact_update = ${values.protectedArtifactUpdate},
        updated_at = now()
    where id = ${id}`);
  await raiseWorkspaceEvents(tx, actor, 'updated', [id]);
}

/**
 * Deletes a workspace with all its content.
 * @rule workspaces.delete.cascade
 */
export async function removeWorkspace(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raiseWorkspaceEvents(tx, actor, 'deleted', [id]);
  await tx.rows(sql`
    delete from workspace
    where id = ${id}`);
}

/** The uses that prevent the deletion of a workspace: at most 20 names of each kind, and the number of executions. */
export type WorkspaceUses = { tasks: string[]; plans: string[]; runtimes: string[]; executions: number };

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
