/** Bounds what an actor may do by the scopes of its token. */
import { grantsScope, PERMISSION_SCOPES } from '@millrace/contract';
import type { Actor } from './actor.ts';

/**
 * Returns an actor with the permissions that its scopes include, and with these scopes.
 * @rule oauth.use.smaller
 */
export const withScopes = (actor: Actor, names: readonly string[]): Actor => {
  const scopes = new Set(names);
  const permissions = [...actor.permissions].filter((permission) => grantsScope(scopes, PERMISSION_SCOPES[permission]));
  return { ...actor, scopes, permissions: new Set(permissions) };
};
