/** Decides whether a caller may use an operation, and with which permissions. */
import { type Allow, grantsScope, isForEngines, operations, PERMISSION_SCOPES, type Route, SCOPES } from '@millrace/contract';
import type { Actor } from './actor.ts';

/** Denies anything unknown. */
export function allows(actor: Pick<Actor, 'permissions'>, allow: Allow): boolean {
  if (allow === 'signed-in') return true;
  if (allow === 'public' || isForEngines(allow)) return false;
  if (typeof allow === 'string') return actor.permissions.has(allow);
  return Array.isArray(allow.anyOf) && allow.anyOf.filter((one) => actor.permissions.has(one)).length > 0;
}

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
