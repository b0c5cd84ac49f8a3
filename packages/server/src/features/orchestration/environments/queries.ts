/** The statements about environments. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { environmentColumns, type EnvironmentRow } from './json.ts';

/** A new environment and the custom workspace that comes with it. */
export type NewEnvironment = {
  id: string;
  tenant: string;
  name: string;
  description: string | null;
  maxCloudContainers: number;
  workspaceId: string;
  workspaceName: string;
  owner: string;
};

/** Environments that meet a condition, by name. */
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
export const insertEnvironment = (tx: Tx, one: NewEnvironment): Promise<EnvironmentRow> =>
  tx.only(sql`
    with e as (
      insert into environment (id, tenant_id, name, description, max_cloud_containers)
      values (${one.id}, ${one.tenant}, ${one.name}, ${one.description}, ${one.maxCloudContainers})
      returning id, name, description, max_cloud_containers, is_default
    ), w as (
      insert into workspace (id, tenant_id, environment_id, name, owner_id, type)
      select ${one.workspaceId}, ${one.tenant}, e.id, ${one.workspaceName}, ${one.owner}, 'custom'
      from e
    )
    select ${environmentColumns}
    from e`);

/** Replaces what a caller may set. */
export const updateEnvironment = (
  tx: Tx,
  id: string,
  values: { name: string; description: string | null; maxCloudContainers: number },
): Promise<unknown> =>
  tx.rows(sql`
    update environment
    set name = ${values.name},
        description = ${values.description},
        max_cloud_containers = ${values.maxCloudContainers},
        updated_at = now()
    where id = ${id}`);

/**
 * Deletes an environment; what it holds goes with it.
 * @rule environments.3.cascade
 */
export const removeEnvironment = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from environment
    where id = ${id}`);

/** Locks the workspaces of an environment, so that an execution that is being added to one is counted or does not come about. */
export const lockWorkspaces = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    select id
    from workspace
    where environment_id = ${id}
    order by id
    for update`);

/** What stands in the way of deleting an environment. */
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
