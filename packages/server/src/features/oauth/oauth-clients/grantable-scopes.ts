/** The scopes that a caller may give OAuth clients. */
import { grantsScope, PERMISSION_SCOPES, PERMISSIONS, SCOPES, type Permission } from '@millrace/contract';
import { forbidden } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';

/** The permissions that a token with a scope can have in some operation. */
function permissionsOf(scope: string): Permission[] {
  const scopes = new Set([scope]);
  const everywhere = PERMISSIONS.filter((one) => grantsScope(scopes, PERMISSION_SCOPES[one]));
  const somewhere = Object.entries(SCOPES).flatMap(([name, { permissions = [] }]) => (grantsScope(scopes, name) ? permissions : []));
  return [...everywhere, ...somewhere];
}

/**
 * Refuses a caller that lacks a permission which the scopes of a client include. The bot user of a client is an administrator, and a client may act for
 * administrators. Without this check, a caller that gives itself a way to use the client would get their permissions.
 * @rule oauth-clients.all.no-escalation
 */
export function mayGrantScopes({ permissions }: Pick<Actor, 'permissions'>, scopes: readonly string[]): void {
  const missing = [...new Set(scopes.flatMap(permissionsOf))].filter((one) => !permissions.has(one));
  if (missing.length > 0)
    throw forbidden(
      'scopes_not_held',
      `The scopes of the client are for permissions that you do not have (${missing.toSorted().join(', ')}): ask an administrator that has them.`,
    );
}
