/** Checks callers that change the members of groups, for all operations that do so. */
import type { Platform } from '../../../core/platform/platform.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireRolesHeld } from '../roles/index.ts';
import { requireAssignableRoles } from '../users/index.ts';
import { selectRolesOfGroups } from './queries.ts';

/**
 * Requires that the actor may remove members from locked groups. A group with roles takes roles from them.
 * @rule groups.roles.permission
 */
export async function requireMembersRemovable(tx: Tx, actor: Actor, groups: readonly { id: string }[]): Promise<void> {
  if ((await selectRolesOfGroups(tx, groups)).length > 0) requireAssignableRoles(actor);
}

/**
 * Requires that the actor may add members to locked groups. A group with roles gives roles to them.
 * @rule groups.roles.permission
 */
export async function requireMembersAddable(tx: Tx, actor: Actor, groups: readonly { id: string }[]): Promise<void> {
  const roles = await selectRolesOfGroups(tx, groups);
  if (roles.length > 0) requireAssignableRoles(actor);
  requireRolesHeld(actor, roles);
}

/**
 * Requires that the actor may give a locked group a name. If the identity provider names the groups of people, a renamed group gets other members.
 * @rule sign-in.openid.group-names
 */
export async function requireMayRename(
  { tx, actor, openId }: { tx: Tx; actor: Actor; openId: Platform['openId'] },
  group: { id: string; name: string },
  name: string,
): Promise<void> {
  if (openId?.groupsClaim !== undefined && name !== group.name) await requireMembersAddable(tx, actor, [group]);
}
