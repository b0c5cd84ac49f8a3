/** Limits the permissions of an actor by the scopes of its token. */
import { grantsScope, operations, PERMISSION_SCOPES, SCOPES, type Route } from '@millrace/contract';
import type { Actor } from './actor.ts';

/**
 * Returns an actor with the permissions that its scopes allow in an operation. The scope of a permission allows it in every operation; any other
 * scope only in the operations that name it.
 * @rule oauth.use.smaller
 */
export function withinScopes(actor: Actor, route: Route): Actor {
  const { scopes } = actor;
  if (!scopes) return actor;
  const allowedHere: ReadonlySet<string> = new Set(
    operations[route].scopes.flatMap((scope) => (grantsScope(scopes, scope) ? (SCOPES[scope]?.permissions ?? []) : [])),
  );
  const remaining = [...actor.permissions].filter(
    (permission) => allowedHere.has(permission) || grantsScope(scopes, PERMISSION_SCOPES[permission]),
  );
  return { ...actor, permissions: new Set(remaining) };
}
