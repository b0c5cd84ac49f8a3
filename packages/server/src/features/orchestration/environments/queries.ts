/** The SQL statements about environments. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { raiseEnvironmentEvent } from './environment-events.ts';
import { environmentColumns, type EnvironmentRow } from './json.ts';

/** A new environment with its custom workspace. */
export type NewEnvironment = {
  id: string;
  tenant: string;
  name: string;
  description: string | null;
  maxCloudContainers: number;
  workspaceId: string;
  workspaceName: string;
  owner: string;
  /** Whether its tasks run on a dynamic engine. */
  isDynamic?: boolean;
};

/** Selects the environments that meet a condition, ordered by name. */
export const selectEnvironments = (tx: Tx, condition: Sql): Promise<EnvironmentRow[]> =>
  tx.rows(sql`
    select ${environmentColumns}
    from environment e
    where ${condition}
    order by e.name, e.id`);

/**
 * Adds an environment with its workspace.
 * @rule environments.1.workspace
 */
export async function insertEnvironment(tx: Tx, actor: EventActor, values: NewEnvironment): Promise<EnvironmentRow> {
  const row = await tx.only<EnvironmentRow>(sql`
    with e as (
      insert into environment (id, tenant_id, name, description, max_cloud_containers, is_dynamic)
      values (
        ${values.id}, ${values.tenant}, ${values.name}, ${values.description}, ${values.maxCloudContainers}, ${values.isDynamic ?? false})
      returning id, name, description, max_cloud_containers, is_default
    ), w as (
      insert into workspace (id, tenant_id, environment_id, name, owner_id, type)
      select ${values.workspaceId}, ${values.tenant}, e.id, ${values.workspaceName}, ${values.owner}, 'custom'
      from e
    )
    select ${environmentColumns}
    from e`);
  await raiseEnvironmentEvent(tx, actor, 'created', values.id);
  return row;
}

/** Replaces the name, the description and the number of cloud engines. */
export async function updateEnvironment(
  tx: Tx,
  actor: EventActor,
  id: string,
  values: { name: string; description: string | null; maxCloudContainers: number },
): Promise<void> {
  await tx.rows(sql`
    update environment
    set name = ${values.name},
        description = ${values.description},
        max_cloud_containers = ${values.maxCloudContainers},
        updated_at = now()
    where id = ${id}`);
  await raiseEnvironmentEvent(tx, actor, 'updated', id);
}

/** Changes the name and the description of an environment; undefined keeps a value. */
export async function renameEnvironment(
  tx: Tx,
  actor: EventActor,
  id: string,
  { name, description }: { name: string | undefined; description: string | undefined },
): Promise<void> {
  await tx.rows(sql`
    update environment
    set name = coalesce(${name ?? null}, name),
        description = case when ${description === undefined} then description else nullif(${description ?? null}, '') end,
        updated_at = now()
    where id = ${id}`);
  await raiseEnvironmentEvent(tx, actor, 'updated', id);
}

/**
 * Deletes an environment with all its content.
 * @rule environments.3.cascade
 */
export async function removeEnvironment(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raiseEnvironmentEvent(tx, actor, 'deleted', id);
  await tx.rows(sql`
    delete from environment
    where id = ${id}`);
}

/** Locks the workspaces of an environment, so that an execution that starts meanwhile is counted or refused, and returns their ids. */
export async function lockWorkspaces(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id
    from workspace
    where environment_id = ${id}
    order by id
    for update`);
  return rows.map((row) => row.id);
}

/** Counts the objects that prevent the deletion of an environment. */
export const countEnvironmentUses = (tx: Tx, id: string): Promise<{ engines: number; promotions: number; executions: number }> =>
  tx.only(sql`
    select (select count(*) from engine where environment_id = ${id}) as engines,
           (select count(*) from promotion where source_environment_id = ${id} or target_environment_id = ${id}) as promotions,
           (select count(*)
            from live_execution
            where environment_id = ${id})
           + (
             select count(*)
             from plan_execution
             where environment_id = ${id}
               and finished_at is null) as executions`);
