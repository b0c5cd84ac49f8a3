/** The grant type of token exchange (RFC 8693): an access token with at most the scopes and the validity of the sent one. Its purpose has no effect. */
import { invalid, Problem, withReason } from '../../../../core/base/problem.ts';
import { askedScopes } from '../clients/asked-scopes.ts';
import { authenticateClient, provesItself } from '../clients/client-proof.ts';
import { requireTokenField, type GrantType, issueAccessToken } from './grant-type.ts';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
const PURPOSES = ['websocket', 'webresource'];

/** RFC 8693, section 2.2.2, defines the code of the refusal; the documentation of the API defines the status. */
const unusableToken = (reason: string): Problem =>
  withReason(new Problem(401, 'invalid_request', 'subject_token: the token is unknown, ended or of another client: get another one.'), {
    reason,
    advice: 'Get a new access token for this client, and exchange that one.',
  });

/**
 * Exchanges an access token of the client itself. The token proves the identity of the client, unless the client sends another proof. Refuses a token that
 * is invalid, of another client, or revoked.
 * @rule oauth.token.exchange
 * @rule oauth.token.exchange-narrows
 */
export const exchangeAccessToken: GrantType = async (call) => {
  const purpose = requireTokenField(call, 'purpose');
  if (!PURPOSES.includes(purpose)) throw invalid('invalid_request', `The field purpose must be one of ${PURPOSES.join(', ')}.`);
  const subjectToken = requireTokenField(call, 'subject_token');
  if (requireTokenField(call, 'subject_token_type') !== ACCESS_TOKEN)
    throw invalid('invalid_request', `The field subject_token_type must be ${ACCESS_TOKEN}.`);
  const clientId = provesItself(call) ? (await authenticateClient(call)).id : requireTokenField(call, 'client_id');

  const claims = await call.identity.accessTokens.check(subjectToken);
  if (!claims || !('client' in claims)) throw unusableToken('The subject_token is no valid access token of an OAuth client.');
  if (claims.client !== clientId) throw unusableToken('The subject_token was issued to another client.');
  if (!(await call.identity.actorOfOauthToken(claims)))
    throw unusableToken('The grant of the subject_token has ended, it was revoked, or its user is disabled.');

  const { account, tenant, client, grant, expiresAt: until } = claims;
  const scopes = call.body.scope === undefined ? claims.scopes : askedScopes(call.body.scope, claims.scopes);
  const authenticatedAt = claims.authenticatedAt === undefined ? undefined : new Date(claims.authenticatedAt * 1000);
  const answer = await issueAccessToken(call, { account, tenant, client, scopes, grant, until, authenticatedAt });
  return { ...answer, issued_token_type: ACCESS_TOKEN };
};
