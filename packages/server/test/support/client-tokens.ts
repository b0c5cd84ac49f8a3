/** Access tokens of an OAuth client, issued without the OAuth endpoints. */
import { newId } from '../../src/core/base/id.ts';
import { nowMilliseconds } from '../../src/core/base/clock.ts';
import type { OauthClaims } from '../../src/identity/access-tokens.ts';
import type { TestServer } from './server.ts';

/** Creates a client, and returns it with a function that issues tokens of it. */
export async function clientWithTokens({ call, platform }: Pick<TestServer, 'call' | 'platform'>) {
  const { body } = await call('POST /api/v1/oauth-clients', { body: { appType: 'web', clientName: 'Report' } });
  const client: string = body.clientId;
  const issue = async (account: { id: string; tenant: string }, scopes: readonly string[], more: Partial<OauthClaims> = {}) => {
    const { token } = await platform.identity.accessTokens.issue({
      id: newId(),
      account: account.id,
      tenant: account.tenant,
      client,
      scopes,
      grant: undefined,
      authenticatedAt: undefined,
      expiresAt: Math.floor(nowMilliseconds() / 1000) + 600,
      ...more,
    });
    return token;
  };
  return { client, issue };
}
