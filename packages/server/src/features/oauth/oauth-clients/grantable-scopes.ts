/** The scopes that a caller may give OAuth clients. */
import { grantsScope, neutralWord, PERMISSION_SCOPES, PERMISSIONS, SCOPES, type Permission } from '@millrace/contract';
import type { Actor } from '../../../identity/actor.ts';
import { requireHeld } from '../../security/held/index.ts';

/** The permissions that a token with a scope can have in some operation. */
function permissionsOf(scope: string): Permission[] {
  const scopes = new Set([scope]);
  const everywhere = PERMISSIONS.filter((one) => grantsScope(scopes, PERMISSION_SCOPES[one]));
  const somewhere = Object.entries(SCOPES).flatMap(([name, { permissions = [] }]) => (grantsScope(scopes, name) ? permissions : []));
  return [...everywhere, ...somewhere];
}

/** The grant type of clients that act for people who are not present. */
export const IMPERSONATION = 'urn:service:oauth:user-impersonation';

/** Returns whether clients with these grant types may act for people who are not present. */
export const impersonates = (grantTypes: readonly string[]): boolean => grantTypes.map(neutralWord).includes(IMPERSONATION);

/** A client that a caller creates, changes or opens a way to; `asksPeople`: it acts for people only with their consent. */
type GivenClient = { name: string; scopes: readonly string[]; asksPeople: boolean };

/**
 * Requires that the caller has all permissions that the scopes of a client include. The bot user of a client is an administrator, and a client may act for
 * administrators. Without this check, a caller that gives itself a way to use the client would get their permissions. A client that does not ask people
 * also acts with their rights on workspaces, so the caller must be allowed to give all of these.
 * @rule oauth-clients.all.no-escalation
 */
export function requireScopesHeld(actor: Pick<Actor, 'permissions'>, { name, scopes, asksPeople }: GivenClient): void {
  const permissions = scopes.flatMap(permissionsOf);
  requireHeld(actor, {
    kind: 'OAuth client',
    name,
    permissions: asksPeople ? permissions : [...permissions, 'SVC_ENVIRONMENT_MANAGEMENT'],
  });
}
