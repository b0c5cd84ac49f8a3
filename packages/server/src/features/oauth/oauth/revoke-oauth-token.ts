import { invalid } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { authenticateClient, provesItself } from './clients/client-proof.ts';
import { endToken, findToken } from './token/known-token.ts';

/**
 * Ends an access token, or a refresh token with its grant. The answer does not say whether the token was known (RFC 7009).
 * @rule oauth.revoke.token
 * @rule oauth.revoke.own
 */
export const revokeOauthToken = endpoint('POST /oauth/revoke', {
  allow: 'public',
  // No transaction: the proof of the client's identity runs its own statements, and one statement revokes.
  transaction: 'none',

  async run(call) {
    const client = provesItself(call) ? (await authenticateClient(call)).id : call.body.client_id || undefined;
    const found = await findToken(call, call.body.token);
    if (!found) return { status: 200, body: {} };
    if (client !== undefined && client !== found.client)
      throw invalid('invalid_grant', 'The token is of another client, so this client cannot revoke it.');

    await endToken(call, found);
    return { status: 200, body: {} };
  },
});
