/** The rules of roles in the tenant API. */
import { conflict } from '../../../core/base/problem.ts';

/**
 * The role is not in use: no user and no group has it.
 * @rule tenant-roles.delete.unassigned
 */
export function requireUnassigned({ name, assigned }: { name: string; assigned: boolean }): void {
  if (assigned)
    throw conflict('role_assigned', `Users or groups have the role '${name}': take it from them first, or use DELETE /account/roles/{id}.`);
}
