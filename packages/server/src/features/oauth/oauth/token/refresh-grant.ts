/** The grant type refresh_token: another access token, and the next refresh token in place of the sent one. */
import { grantsScope } from '@millrace/contract';
import { invalid, withProgram, Problem } from '../../../../core/base/problem.ts';
import type { Tx } from '../../../../core/database/db.ts';
import { askedScopes } from '../clients/asked-scopes.ts';
import type { UsableClient } from '../../oauth-clients/index.ts';
import { authenticateClient } from '../clients/client-proof.ts';
import { disabledUser, requiredField, unusableGrant, type GrantType, type TokenCall } from './grant-type.ts';
import { grantsOfTokens, rotate, rotations, type RefreshedGrant, type Rotation } from './rotations.ts';
import { answerToken, type AccessTerms } from './token-answer.ts';
import { endGrant, isSentAgain, lockGrant } from './token-queries.ts';

/**
 * Exchanges a refresh token. A request need not name its client: the token belongs to one.
 * @rule oauth.refresh.client
 */
export const redeemRefreshToken: GrantType = async (call) => {
  const hash = call.tokens.hash(requiredField(call, 'refresh_token'));
  const known = await call.batcher.run(grantsOfTokens, hash);
  if (!known) throw unusableGrant('refresh token', 'The refresh token is unknown, or its grant has ended.');
  const client = await authenticateClient(call, known.client_id);
  if (client.id !== known.client_id)
    throw unusableGrant('refresh token', 'The refresh token was issued to another client.', 'Check the client_id of the request.');

  const refreshed = await refresh(call, client, known, hash);
  if (refreshed instanceof Problem) throw withProgram(refreshed, client.id);
  return answerToken(call, { ...refreshed.terms, vendorWords: client.vendor_words }, refreshed.refreshToken);
};

type Refreshed = { terms: AccessTerms; refreshToken: string };

async function refresh(call: TokenCall, client: UsableClient, grant: RefreshedGrant, hash: Buffer): Promise<Refreshed | Problem> {
  const refusal = refusalOf(grant);
  if (refusal) return refusal;
  const scopes = scopesLeft(call, client, grant.scopes);
  if (scopes instanceof Problem) return scopes;

  const { secret: refreshToken, hash: next } = call.tokens.create('oauthRefresh');
  if (!(await call.batcher.run(rotations, { hash, next }))) {
    const problem = await call.db.transaction((tx) => rotateAlone(tx, { hash, next }));
    if (problem) return problem;
  }
  const { client_id, tenant_id: tenant, account_id: account, authenticated_at: authenticatedAt } = grant;
  return { terms: { account, tenant, client: client_id, scopes, grant: grant.id, authenticatedAt }, refreshToken };
}

const refusalOf = ({ active, expired }: Pick<RefreshedGrant, 'active' | 'expired'>): Problem | undefined =>
  expired ? ended() : active ? undefined : disabledUser();

const ended = (): Problem => unusableGrant('refresh token', 'The grant has ended: it was not used for 30 days, or was taken back.');

/**
 * Rotates a token that the batch has left out: another transaction had locked its grant, or the token cannot be used. Returns a refusal instead of
 * throwing it, so that the end of a grant after a second use is committed.
 */
async function rotateAlone(tx: Tx, rotation: Rotation): Promise<Problem | undefined> {
  const grant = await lockGrant(tx, rotation.hash);
  if (!grant) return ended();
  const refusal = refusalOf(grant);
  if (refusal) return refusal;
  const [added] = await rotate(tx, [rotation]);
  return added ? undefined : refuseReplaced(tx, grant.id, rotation.hash);
}

/**
 * If a replaced token is used, either this token or its successor was stolen: the grant ends. A request that was sent twice is only refused.
 * @rule oauth.refresh.reuse
 * @rule oauth.refresh.again
 */
async function refuseReplaced(tx: Tx, grant: string, hash: Buffer): Promise<Problem> {
  const isAgain = await isSentAgain(tx, hash);
  if (!isAgain) await endGrant(tx, grant, { actor: undefined, byBearer: false });
  const effect = isAgain ? 'Nothing has ended: the request may have been sent twice.' : 'The grant has ended, as the token may be stolen.';
  const advice = 'Store the new refresh token of each answer, and let one process of the program refresh at a time.';
  return unusableGrant('refresh token', `The refresh token was replaced before. ${effect}`, advice);
}

/**
 * The scopes of the grant that are still allowed to the client, or those of them that the request asks for.
 * @rule oauth.refresh.scopes
 */
function scopesLeft({ body }: TokenCall, client: UsableClient, granted: readonly string[]): readonly string[] | Problem {
  const allowed = new Set(client.allowed_scopes);
  const left = granted.filter((scope) => grantsScope(allowed, scope));
  if (left.length === 0) return invalid('invalid_scope', 'The client may have none of the scopes of this grant any more.');
  if (body.scope === undefined) return left;
  try {
    return askedScopes(body.scope, left);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
