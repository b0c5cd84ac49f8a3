/** Finds the caller of a request by its credential, and decides whether the caller may use an operation, and with which permissions. */
import { type Allow, grantsScope, isForEngines, operations, PERMISSION_SCOPES, type Route, SCOPES } from '@millrace/contract';
import { type Problem, unauthenticated } from '../core/base/problem.ts';
import type { Platform } from '../core/platform/platform.ts';
import type { Actor, Authenticate } from './actor.ts';
import { identifyEngine, identifyOperator } from './engine-credentials.ts';
import { accessTokenScheme, type Credential, personalAccessTokens } from './schemes.ts';
import { CSRF_HEADERS, sessionScheme } from './session-store.ts';
import { HeldPermissions } from './uses.ts';

/**
 * Builds the authentication of a server: credentials of engines and operators for their operations, and the other schemes for the rest. It refuses unknown
 * callers.
 * @rule authentication.1.bearer
 * @rule authentication.3.missing
 */
export function createAuthenticate(platform: Platform): Authenticate {
  const parts = { ...platform.identity, batcher: platform.batcher };
  const schemes = [personalAccessTokens(parts), accessTokenScheme(parts), sessionScheme(platform.identity.sessions)];

  /** @rule sign-in.session.bearer-first */
  function credentialOf(header: Parameters<Authenticate>[0]): Credential | undefined {
    const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header('authorization') ?? '')?.[1];
    if (token !== undefined) return { type: 'bearer', token };
    const secret = platform.identity.sessions.secretIn(header('cookie'));
    const csrfToken = CSRF_HEADERS.map(header).find((value) => value !== undefined);
    return secret === undefined ? undefined : { type: 'session', secret, csrfToken };
  }

  return async (header, { allow, route }) => {
    const credential = credentialOf(header);
    const identify = allow === 'engine' ? identifyEngine : allow === 'dynamic-engine' ? identifyOperator : undefined;
    const found =
      identify !== undefined
        ? credential?.type === 'bearer' && (await identify(platform.db.reader, platform.identity.tokens, credential.token))
        : credential && (await schemes.find((scheme) => scheme.fits(credential))?.identify(credential, route));
    if (!found) throw refusalOfCaller(credential);
    if (!('login' in found)) return found;
    const actor = withinScopes(found, route);
    return { ...actor, permissions: new HeldPermissions(actor.id, actor.permissions, platform.identity.permissionUses) };
  };
}

function refusalOfCaller(credential: Credential | undefined): Problem {
  if (credential?.type === 'bearer')
    return unauthenticated(
      'not_signed_in',
      'The token is unknown, expired or revoked: create another one or sign in again.',
      'Bearer error="invalid_token"',
    );
  return unauthenticated(
    'not_signed_in',
    credential ? 'The session has ended: sign in again at /login.' : 'No token: send the header "Authorization: Bearer <token>".',
    'Bearer',
  );
}

/** Returns whether an actor may use an operation, and denies anything unknown. Each permission that allows it is recorded as used. */
export function allows(actor: Pick<Actor, 'permissions'>, allow: Allow): boolean {
  if (allow === 'signed-in') return true;
  if (allow === 'public' || isForEngines(allow)) return false;
  if (typeof allow === 'string') return actor.permissions.has(allow);
  // Asks for all of them, because `has` records the use of each.
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
