/** Who may change the members of groups, for all operations that change them. */
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { mayAssignRoles } from '../users/index.ts';
import { haveRoles } from './queries.ts';

/**
 * The actor may add members to locked groups and remove them. A group with roles gives and takes these.
 * @rule groups.roles.permission
 */
export async function mayChangeMembers(tx: Tx, actor: Actor, groups: readonly { id: string }[]): Promise<void> {
  if (await haveRoles(tx, groups)) mayAssignRoles(actor);
}
