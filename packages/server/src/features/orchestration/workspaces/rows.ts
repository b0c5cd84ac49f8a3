/**
 * The statements about workspaces, their events and their answers. Each one that finds or locks a workspace for a caller checks the tenant and the
 * right.
 */
import type { Right, Schema } from '@millrace/contract';
import { idsOfRows } from '../../../core/base/id.ts';
import { forbidden, invalid } from '../../../core/base/problem.ts';
import { json, sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';
import { holdsRight, inTenant, mayGiveRights, requireRightOf } from '../../security/held/index.ts';
import { environmentObject, type EnvironmentRow, managesTenant, toEnvironmentJson } from '../environments/index.ts';

/**
 * Raises events of workspaces, after they were added or changed, and before they are deleted.
 * @rule events.workspaces.records
 */
export const raiseWorkspaceEvents = (
  tx: Tx,
  actor: EventActor,
  action: 'created' | 'updated' | 'deleted',
  ids: readonly string[],
): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.workspace.${action}`,
    actor,
    sql`
      select w.tenant_id, w.id as space_id, w.id as resource_id, w.owner_id, jsonb_build_object(
               'workspaceId', w.id, 'name', w.name, 'description', w.description, 'environmentId', w.environment_id, 'ownerId', w.owner_id) as data
      from workspace w
      where w.id = any (${[...ids]}::uuid[])`,
  );

/** The JSON value of a workspace that statements about its content select. */
export type WorkspaceObject = {
  id: string;
  name: string;
  description: string | null;
  owner: string;
  type: 'shared' | 'personal' | 'custom';
  protected_artifact_update: boolean;
  environment: EnvironmentRow;
};

/** A workspace with its environment as one JSON value, for statements with the aliases `w`, `e` and, for the owner, `o`. */
export const workspaceObject: Sql = sql`json_build_object(
  'id', w.id, 'name', w.name, 'description', w.description, 'owner', o.login, 'type', w.type,
  'protected_artifact_update', w.protected_artifact_update, 'environment', ${environmentObject})`;

/** The joins that `workspaceObject` needs in addition to `w`. */
export const workspaceJoins: Sql = sql`
  join environment e on e.id = w.environment_id
  join account o on o.id = w.owner_id`;

/** The row of a new workspace. */
type WorkspaceRow = {
  id: string;
  name: string;
  description: string | null;
  created_at: Date;
  updated_at: Date;
  owner: string;
  owner_full_name: string;
  environment_id: string;
};

/** A workspace that the actor may see and change. */
type Workspace = { id: string; environment_id: string; type: string };

const KIND = { noun: 'Workspace', table: sql`workspace`, alias: sql`w` };
const viewed = inTenant({ ...KIND, also: (actor) => holdsRight(actor, 'VIEW') });
/**
 * @rule workspaces.list.visible
 * @rule workspaces.list.all
 */
const listed = inTenant({ ...KIND, also: (actor) => (managesTenant(actor) ? sql`true` : holdsRight(actor, 'VIEW')) });

/** Builds the condition for the workspaces `w` that a list shows. */
export const visibleWorkspaces = listed.visible;

const columnsWith = (held: Sql): Sql => sql`w.id, w.environment_id, w.type, ${held} as held`;

/** Finds a workspace on which the actor holds a right, or refuses. A workspace that the actor may not see is reported as not found. */
export async function findWorkspace(tx: Tx, actor: Actor, id: string, right: Right): Promise<Workspace> {
  const row = await viewed.hold<Workspace & { held: boolean }>(tx, actor, id, { columns: columnsWith(holdsRight(actor, right)) });
  return requireRightOf(row, 'Workspace', id, right);
}

/** Requires a right on a workspace that a statement selects by one of its objects. `message` says what needs the right, and what to do. */
export async function requireRight(tx: Tx, actor: Actor, workspace: Sql, right: Right, message: string): Promise<void> {
  const { held } = await tx.only<{ held: boolean }>(sql`
    select ${holdsRight(actor, right)} as held
    from workspace w
    where w.id = ${workspace}
      and w.tenant_id = ${actor.tenant}`);
  if (!held) throw forbidden('right_missing', message);
}

/** Locks a workspace for a change of its settings; requires MANAGE, or the permission to manage environments. */
export async function lockWorkspace(tx: Tx, actor: Actor, id: string): Promise<Workspace> {
  const row = await listed.lock<Workspace & { held: boolean }>(tx, actor, id, { columns: columnsWith(mayGiveRights(actor)) });
  return requireRightOf(row, 'Workspace', id, 'MANAGE');
}

/** Refuses a workspace outside of the environment, and in the same way one that the actor may not see. Checks nothing unless both ids are given. */
export async function requireFittingWorkspace(
  tx: Tx,
  actor: Actor,
  { environmentId, workspaceId }: { environmentId?: string; workspaceId?: string },
): Promise<void> {
  if (environmentId === undefined || workspaceId === undefined) return;
  const row = await tx.one(sql`
    select w.id
    from workspace w
    where w.id = ${workspaceId}
      and w.environment_id = ${environmentId}
      and ${visibleWorkspaces(actor)}`);
  if (!row)
    throw invalid(
      'workspace_outside_environment',
      'The workspace is not in the environment: leave one of the two out, or choose a workspace of the environment.',
    );
}

/** Selects the workspaces that meet a condition, ordered by environment and name. */
export const selectWorkspaces = (tx: Tx, condition: Sql): Promise<{ workspace: WorkspaceObject }[]> =>
  tx.rows(sql`
    select ${workspaceObject} as workspace
    from workspace w
    ${workspaceJoins}
    where ${condition}
    order by e.name, w.name, w.id`);

/**
 * Adds a custom workspace. Raises its event.
 * @rule workspaces.create.custom
 */
export async function insertWorkspace(
  tx: Tx,
  actor: Actor,
  { id, environment, owner }: { id: string; environment: string; owner: string },
  sent: Schema<'CreateWorkspaceRequest'>,
): Promise<WorkspaceRow> {
  const row = await tx.only<WorkspaceRow>(sql`
    with w as (
      insert into workspace (id, tenant_id, environment_id, name, description, owner_id, type)
      values (${id}, ${actor.tenant}, ${environment}, ${sent.name.trim()}, ${sent.description ?? null}, ${owner}, 'custom')
      returning id, name, description, created_at, updated_at, owner_id, environment_id
    )
    select w.id, w.name, w.description, w.created_at, w.updated_at, w.environment_id, o.login as owner,
           trim(o.first_name || ' ' || o.last_name) as owner_full_name
    from w
    join account o on o.id = w.owner_id`);
  await raiseWorkspaceEvents(tx, actor, 'created', [id]);
  return row;
}

/** Replaces the settings; an owner of null keeps the current owner. Raises its event. */
export async function updateWorkspace(
  tx: Tx,
  actor: EventActor,
  id: string,
  owner: string | null,
  sent: Schema<'ReplaceWorkspaceRequest'>,
): Promise<void> {
  await tx.rows(sql`
    update workspace
    set name = ${sent.name.trim()},
        description = ${sent.description ?? null},
        owner_id = coalesce(${owner}::uuid, owner_id),
        protected_artifact_update = ${sent.protectedArtifactUpdate ?? false},
        updated_at = now()
    where id = ${id}`);
  await raiseWorkspaceEvents(tx, actor, 'updated', [id]);
}

/**
 * Deletes a workspace with all its content. Raises its event.
 * @rule workspaces.delete.cascade
 */
export async function removeWorkspace(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raiseWorkspaceEvents(tx, actor, 'deleted', [id]);
  await tx.rows(sql`
    delete from workspace
    where id = ${id}`);
}

/** An object that a promotion adds as a copy, or that gets the content of its source: its id, and the id of the source. */
export type PromotedCopy = { id: string; source: string };

/** A copy that belongs to a workspace. */
export type CopyInWorkspace = PromotedCopy & { workspace: string };

/**
 * Adds copies of workspaces to an environment. Raises their events.
 * @rule promotions.workspaces.owner
 */
export async function insertPromotedWorkspaces(
  tx: Tx,
  actor: EventActor,
  environment: string,
  rows: readonly PromotedCopy[],
): Promise<void> {
  await tx.rows(sql`
    insert into workspace (id, tenant_id, environment_id, name, description, owner_id, type, protected_artifact_update)
    select r.id, w.tenant_id, ${environment}, w.name, w.description, w.owner_id, w.type, w.protected_artifact_update
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join workspace w on w.id = r.source`);
  await raiseWorkspaceEvents(tx, actor, 'created', idsOfRows(rows));
}

/** Converts a row to WorkspaceInfo. */
export const toWorkspaceInfo = (workspace: WorkspaceObject): Schema<'WorkspaceInfo'> => ({
  id: workspace.id,
  name: workspace.name,
  ...(workspace.description !== null && { description: workspace.description }),
  owner: workspace.owner,
  type: workspace.type,
  environment: toEnvironmentJson(workspace.environment),
  protectedArtifactUpdate: workspace.protected_artifact_update,
});

/** Converts a row to Workspace. */
export const toWorkspaceJson = (row: WorkspaceRow): Schema<'Workspace'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  createDate: row.created_at.toISOString(),
  updateDate: row.updated_at.toISOString(),
  owner: row.owner,
  ownerFullName: row.owner_full_name,
  type: 'Custom',
  environmentId: row.environment_id,
});
