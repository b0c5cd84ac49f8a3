/** Checks callers that change the members of groups, for all operations that do so. */
import type { Platform } from '../../../core/platform/platform.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { mayAssignRoles } from '../users/index.ts';
import { haveRoles } from './queries.ts';

/**
 * Requires that the actor may add members to locked groups and remove them. A group with roles gives roles to its members.
 * @rule groups.roles.permission
 */
export async function mayChangeMembers(tx: Tx, actor: Actor, groups: readonly { id: string }[]): Promise<void> {
  if (await haveRoles(tx, groups)) mayAssignRoles(actor);
}

/**
 * Requires that the actor may give a locked group a name. If the identity provider names the groups of people, a renamed group gets other members.
 * @rule sign-in.openid.group-names
 */
export async function mayRename(
  { tx, actor, openId }: { tx: Tx; actor: Actor; openId: Platform['openId'] },
  group: { id: string; name: string },
  name: string,
): Promise<void> {
  if (openId?.groupsClaim !== undefined && name !== group.name) await mayChangeMembers(tx, actor, [group]);
}
