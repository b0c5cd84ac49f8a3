/** Finds and locks workspaces; each statement checks the tenant and the right of the caller. */
import type { Right } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { forbidden, found, invalid, type Problem } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import { managesTenant } from '../environments/index.ts';

/** A workspace that the actor may see and change. */
export type Workspace = { id: string; environment_id: string; type: string };

/**
 * Builds the condition for the workspaces `w` that a list shows.
 * @rule workspaces.list.visible
 * @rule workspaces.list.all
 */
export function visibleWorkspaces(actor: Actor): Sql {
  const tenant = sql`w.tenant_id = ${actor.tenant}`;
  return managesTenant(actor) ? tenant : sql`${tenant} and ${holdsRight(actor, 'VIEW')}`;
}

/** Finds a workspace on which the actor holds a right. A workspace that the actor may not see is reported as not found. */
export async function findWorkspace(tx: Tx, actor: Actor, id: string, right: Right): Promise<Workspace> {
  const row = await tx.one<Workspace & { held: boolean }>(sql`
    select w.id, w.environment_id, w.type, ${holdsRight(actor, right)} as held
    from workspace w
    where w.id = ${id}
      and w.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}
    for key share`);
  return foundWithRight(row, 'Workspace', id, right);
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
  const manages = actor.permissions.has('SVC_ENVIRONMENT_MANAGEMENT');
  const row = await tx.one<Workspace & { held: boolean }>(sql`
    select w.id, w.environment_id, w.type, ${manages} or ${holdsRight(actor, 'MANAGE')} as held
    from workspace w
    where w.id = ${id}
      and ${visibleWorkspaces(actor)}
    for update`);
  return foundWithRight(row, 'Workspace', id, 'MANAGE');
}

/** Builds the error for a caller that sees the workspace but lacks the right. */
export const lacksRight = (right: Right): Problem =>
  forbidden('right_missing', `This needs the right ${right} on the workspace. Ask its owner for it.`);

/** Returns a row that a statement has found. Refuses if there is none, or if the actor does not hold the right: then its column `held` is false. */
export function foundWithRight<Row extends { held: boolean }>(row: Row | undefined, noun: string, id: string, right: Right): Row {
  const visible = found(row, noun, id);
  if (!visible.held) throw lacksRight(right);
  return visible;
}

/** Refuses a workspace outside of the environment, and in the same way a workspace that the actor may not see. */
export async function workspaceFitsEnvironment(
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
