/** The statements about environments, and their events. Each one that locks an environment for a caller checks the tenant. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import { domainEvent } from '../../../core/events/domain-events.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';
import { holdsInEnvironment, inTenant } from '../../security/held/index.ts';

/** The data of the event: the id of the custom workspace, and the account that created the environment. */
type EnvironmentCreated = { workspaceId: string; creator: { id: string } };

/** An environment was created, with its custom workspace. */
export const environmentCreated = domainEvent<EnvironmentCreated>('environment-created');

/** These workspaces will be deleted in this transaction, with all their content. */
export const workspacesDeleting = domainEvent<{ workspaces: readonly string[] }>('workspaces-deleting');

/**
 * Raises an event of an environment, after it was added or changed, and before it is deleted.
 * @rule events.environments.records
 */
export const raiseEnvironmentEvent = (
  tx: Tx,
  actor: EventActor,
  action: 'created' | 'updated' | 'deleted',
  environment: string,
): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.environment.${action}`,
    actor,
    sql`
      select e.tenant_id, null::uuid as space_id, e.id as resource_id, null::uuid as owner_id,
             jsonb_build_object('environmentId', e.id, 'name', e.name, 'description', e.description) as data
      from environment e
      where e.id = ${environment}`,
  );

/** The row of an environment. */
export type EnvironmentRow = { id: string; name: string; description: string | null; max_cloud_containers: number; is_default: boolean };

/** The columns of `EnvironmentRow`, for statements with the alias `e`. */
const environmentColumns: Sql = sql`e.id, e.name, e.description, e.max_cloud_containers, e.is_default`;

/** The same columns as one JSON value, for statements about content of an environment. */
export const environmentObject: Sql = sql`json_build_object(
  'id', e.id, 'name', e.name, 'description', e.description, 'max_cloud_containers', e.max_cloud_containers, 'is_default', e.is_default)`;

/** Converts a row to EnvironmentInfo. */
export const toEnvironmentJson = (row: EnvironmentRow): Schema<'EnvironmentInfo'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  maxCloudContainers: row.max_cloud_containers,
  default: row.is_default,
});

/** Returns whether the actor manages environments or engines of the whole tenant. */
export const managesTenant = (actor: Actor): boolean =>
  actor.permissions.has('SVC_ENVIRONMENT_MANAGEMENT') || actor.permissions.has('SVC_CLUSTER_MANAGEMENT');

const guard = inTenant({ noun: 'Environment', table: sql`environment`, alias: sql`e` });

/**
 * Builds the condition for the environments `e` that a list shows: all if the actor manages them, else those with a workspace that the actor may see.
 * @rule environments.2.all
 * @rule environments.2.operator
 */
export const visibleEnvironments = (actor: Actor): Sql =>
  managesTenant(actor) ? guard.visible(actor) : sql`${guard.visible(actor)} and ${holdsInEnvironment(actor, sql`e.id`, 'VIEW')}`;

/** Locks an environment of the actor's tenant for a change. */
export const lockEnvironment = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => guard.lock(tx, actor, id);

/** Prevents the deletion of an environment of the actor's tenant until the transaction ends. */
export const holdEnvironment = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => guard.hold(tx, actor, id);

/** Selects the environments that meet a condition, ordered by name. */
export const selectEnvironments = (tx: Tx, condition: Sql): Promise<EnvironmentRow[]> =>
  tx.rows(sql`
    select ${environmentColumns}
    from environment e
    where ${condition}
    order by e.name, e.id`);

/**
 * Adds an environment with its custom workspace. `isDynamic`: its tasks run on a dynamic engine. Raises its event.
 * @rule environments.1.workspace
 */
export async function insertEnvironment(
  tx: Tx,
  actor: Actor,
  { id, workspaceId, owner, isDynamic = false }: { id: string; workspaceId: string; owner: string; isDynamic?: boolean },
  sent: Schema<'CreateEnvironmentRequest'>,
): Promise<EnvironmentRow> {
  const row = await tx.only<EnvironmentRow>(sql`
    with e as (
      insert into environment (id, tenant_id, name, description, max_cloud_containers, is_dynamic)
      values (
        ${id}, ${actor.tenant}, ${sent.name.trim()}, ${sent.description ?? null}, ${sent.maxCloudContainers ?? 0}, ${isDynamic})
      returning id, name, description, max_cloud_containers, is_default
    ), w as (
      insert into workspace (id, tenant_id, environment_id, name, owner_id, type)
      select ${workspaceId}, ${actor.tenant}, e.id, ${sent.workspaceName.trim()}, ${owner}, 'custom'
      from e
    )
    select ${environmentColumns}
    from e`);
  await raiseEnvironmentEvent(tx, actor, 'created', id);
  return row;
}

/** Replaces the name, the description and the number of cloud engines. Raises its event. */
export async function updateEnvironment(tx: Tx, actor: EventActor, id: string, sent: Schema<'ReplaceEnvironmentRequest'>): Promise<void> {
  await tx.rows(sql`
    update environment
    set name = ${sent.name.trim()},
        description = ${sent.description ?? null},
        max_cloud_containers = ${sent.maxCloudContainers ?? 0},
        updated_at = now()
    where id = ${id}`);
  await raiseEnvironmentEvent(tx, actor, 'updated', id);
}

/** Changes the name and the description of an environment; undefined keeps a value. Raises its event. */
export async function updateEnvironmentTexts(
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
