/** Finds the caller of a request by the credential that it carries. */
import type { Platform } from '../core/platform/platform.ts';
import type { Authenticate } from './actor.ts';
import { identifyEngine } from './engine-credentials.ts';
import { HeldPermissions } from './permission-uses.ts';
import { personalAccessTokens } from './personal-access-tokens.ts';
import { serviceAccountTokens } from './service-account-tokens.ts';

/** Builds the authentication of a server: credentials of engines for operations of engines, and the other schemes for the rest. */
export function createAuthenticate(platform: Platform): Authenticate {
  const schemes = [personalAccessTokens(platform), serviceAccountTokens(platform)];
  return async (token, { allow, route }) => {
    if (allow === 'engine') return identifyEngine(platform.db.reader, platform.tokens, token);
    const scheme = schemes.find((candidate) => candidate.fits(token));
    const actor = await scheme?.identify(token, route);
    return actor && { ...actor, permissions: new HeldPermissions(actor.id, actor.permissions, platform.permissionUses) };
  };
}
