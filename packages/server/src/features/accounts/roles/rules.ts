/** The rules of roles. */
import { conflict } from '../../../core/base/problem.ts';

/**
 * Refuses to change or delete a built-in role.
 * @rule roles.all.built-in
 */
export function isNotBuiltIn(role: { name: string; built_in: boolean }): void {
  if (role.built_in)
    throw conflict('role_built_in', `The role '${role.name}' came with the install and cannot be changed: create a role of your own.`);
}
