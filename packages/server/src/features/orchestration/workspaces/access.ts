/** The only ways to a workspace. */
import type { Right } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { forbidden, invalid, notFound, type Problem } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import { managesTenant } from '../environments/index.ts';

/** A workspace that the actor may see and change. */
export type Workspace = { id: string; environment_id: string; type: string };

/**
 * Which workspaces `w` a list shows.
 * @rule workspaces.list.visible
 * @rule workspaces.list.all
 */
export function visibleWorkspaces(actor: Actor): Sql {
  const tenant = sql`w.tenant_id = ${actor.tenant}`;
  return managesTenant(actor) ? tenant : sql`${tenant} and ${holdsRight(actor, 'VIEW')}`;
}

/** Finds a workspace in which the actor holds a right; one that the actor may not even see does not exist. */
export async function findWorkspace(tx: Tx, actor: Actor, id: string, right: Right): Promise<Workspace> {
  const row = await tx.one<Workspace & { held: boolean }>(sql`
    select w.id, w.environment_id, w.type, ${holdsRight(actor, right)} as held
    from workspace w
    where w.id = ${id}
      and w.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}
    for key share`);
  if (!row) throw notFound('Workspace', id);
  if (!row.held) throw lacksRight(right);
  return row;
}

/** Locks a workspace for a change of its settings: those who manage environments may, and holders of MANAGE. */
export async function lockWorkspace(tx: Tx, actor: Actor, id: string): Promise<Workspace> {
  const manages = actor.permissions.has('SVC_ENVIRONMENT_MANAGEMENT');
  const row = await tx.one<Workspace & { held: boolean }>(sql`
    select w.id, w.environment_id, w.type, ${manages} or ${holdsRight(actor, 'MANAGE')} as held
    from workspace w
    where w.id = ${id}
      and ${visibleWorkspaces(actor)}
    for update`);
  if (!row) throw notFound('Workspace', id);
  if (!row.held) throw lacksRight('MANAGE');
  return row;
}

/** The refusal of a caller who sees the workspace but lacks the right. */
export const lacksRight = (right: Right): Problem =>
  forbidden('right_missing', `This needs the right ${right} on the workspace. Ask its owner for it.`);

/** Refuses a workspace and an environment that do not fit together; a workspace that the actor may not see fits nowhere. */
export async function workspaceFitsEnvironment(
  tx: Tx,
  actor: Actor,
  place: { environmentId?: string; workspaceId?: string },
): Promise<void> {
  const { environmentId, workspaceId } = place;
  if (environmentId === undefined || workspaceId === undefined) return;
  const row = await tx.one(sql`
    select w.id
    from workspace w
    where w.id = ${workspaceId}
      and w.environment_id = ${environmentId}
      and ${visibleWorkspaces(actor)}`);
  if (!row)
    throw invalid('workspace_outside_environment', 'The workspace does not lie in the environment: give one of the two, or two that fit.');
}
