/** The rules of roles. */
import type { Permission } from '@millrace/contract';
import { conflict } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import { requireHeld } from '../../security/held/index.ts';

/**
 * Requires that the actor has all permissions of roles that it gives, adds or changes.
 * @rule roles.all.no-escalation
 * @rule users.roles.no-escalation
 * @rule groups.roles.no-escalation
 * @rule role-mappings.set.no-escalation
 */
export function requireRolesHeld(
  actor: Pick<Actor, 'permissions'>,
  roles: readonly { name: string; permissions: readonly Permission[] }[],
): void {
  for (const role of roles) requireHeld(actor, { kind: 'role', ...role });
}

/**
 * Refuses to change or delete a built-in role.
 * @rule roles.all.built-in
 */
export function requireCustomRole(role: { name: string; built_in: boolean }): void {
  if (role.built_in)
    throw conflict('role_built_in', `The role '${role.name}' came with the install and cannot be changed: create a role of your own.`);
}
