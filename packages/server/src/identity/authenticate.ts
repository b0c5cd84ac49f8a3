/** Finds the caller of a request by its credential. */
import { unauthenticated, type Problem } from '../core/base/problem.ts';
import type { Platform } from '../core/platform/platform.ts';
import { accessTokenScheme } from './access-token-scheme.ts';
import type { Authenticate } from './actor.ts';
import { identifyEngine, identifyOperator } from './engine-credentials.ts';
import { HeldPermissions } from './uses.ts';
import { personalAccessTokens } from './personal-access-tokens.ts';
import type { Credential } from './scheme.ts';
import { withinScopes } from './permissions.ts';
import { CSRF_HEADERS, sessionScheme } from './session-store.ts';

/**
 * Builds the authentication of a server: credentials of engines and operators for their operations, and the other schemes for the rest.
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
