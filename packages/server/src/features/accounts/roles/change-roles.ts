/** The changes of roles, for all operations that make them. Their callers have checked that the actor may manage roles. */
import { newId } from '../../../core/base/id.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { RoleRow } from './json.ts';
import { insertRole, updateRole, type NewRole, type RoleValues } from './queries.ts';
import { requireCustomRole, requireRolesHeld } from './rules.ts';

/** Adds a role of the actor's tenant, and returns its id. */
export async function addRole(tx: Tx, actor: Actor, role: Omit<NewRole, 'id' | 'tenant' | 'builtIn'>): Promise<string> {
  requireRolesHeld(actor, [role]);

  const id = newId();
  await insertRole(tx, actor, { ...role, id, tenant: actor.tenant, builtIn: false });
  return id;
}

/**
 * Changes a locked role.
 * @rule roles.all.no-escalation
 */
export async function changeRole(tx: Tx, actor: Actor, role: RoleRow, values: RoleValues): Promise<void> {
  requireCustomRole(role);
  requireRolesHeld(actor, [role, { name: role.name, permissions: values.permissions ?? [] }]);

  await updateRole(tx, actor, role, values);
}
