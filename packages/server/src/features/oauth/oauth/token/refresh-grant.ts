/** The grant type refresh_token: another access token, and the next refresh token in place of the sent one. */
import { grantsScope } from '@millrace/contract';
import { invalid, Problem, withProgram } from '../../../../core/base/problem.ts';
import { sql, type Tx } from '../../../../core/database/sql.ts';
import type { BatchedStatement } from '../../../../core/database/statement-batcher.ts';
import type { UsableClient } from '../../oauth-clients/index.ts';
import { askedScopes } from '../clients/asked-scopes.ts';
import { authenticateClient } from '../clients/client-proof.ts';
import {
  type AccessTerms,
  issueAccessToken,
  disabledUser,
  type GrantType,
  REFRESH_SECONDS,
  requireTokenField,
  type TokenCall,
  unusableGrant,
} from './grant-type.ts';
import { type AllowedAccess, endGrant } from './grants.ts';

/**
 * Exchanges a refresh token for new tokens, or refuses it. A request need not name its client: the token belongs to one.
 * @rule oauth.refresh.client
 */
export const redeemRefreshToken: GrantType = async (call) => {
  const hash = call.identity.tokens.hash(requireTokenField(call, 'refresh_token'));
  const known = await call.batcher.run(grantsOfTokens, hash);
  if (!known) throw unusableGrant('refresh token', 'The refresh token is unknown, or its grant has ended.');
  const client = await authenticateClient(call, known.client_id);
  if (client.id !== known.client_id)
    throw unusableGrant('refresh token', 'The refresh token was issued to another client.', 'Check the client_id of the request.');

  const refreshed = await refresh(call, client, known, hash);
  if (refreshed instanceof Problem) throw withProgram(refreshed, client.id);
  return issueAccessToken(call, { ...refreshed.terms, asTheirs: client.vendor_words }, refreshed.refreshToken);
};

type Refreshed = { terms: AccessTerms; refreshToken: string };

async function refresh(call: TokenCall, client: UsableClient, grant: RefreshedGrant, hash: Buffer): Promise<Refreshed | Problem> {
  const refusal = refusalOf(grant);
  if (refusal) return refusal;
  const scopes = scopesLeft(call, client, grant.scopes);
  if (scopes instanceof Problem) return scopes;

  const { secret: refreshToken, hash: next } = call.identity.tokens.create('oauthRefresh');
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
  const grant = await tx.one<{ id: string; active: boolean; expired: boolean }>(sql`
    select g.id, a.active, g.expires_at <= now() as expired
    from oauth_refresh_token t
    join oauth_grant g on g.id = t.grant_id
    join account a on a.id = g.account_id
    where t.hash = ${rotation.hash}
    for update of g
    for share of a`);
  if (!grant) return ended();
  const refusal = refusalOf(grant);
  if (refusal) return refusal;
  const [added] = await rotate(tx, [rotation]);
  return added ? undefined : endGrantUnlessSentAgain(tx, grant.id, rotation.hash);
}

/** Seconds within which a second use of the last replaced refresh token of a grant counts as a repeated request. */
const AGAIN_SECONDS = 30;

/**
 * If a replaced token is used, either this token or its successor was stolen: the grant ends. A request that was sent twice is only refused. Returns the
 * refusal.
 * @rule oauth.refresh.reuse
 * @rule oauth.refresh.again
 */
async function endGrantUnlessSentAgain(tx: Tx, grant: string, hash: Buffer): Promise<Problem> {
  const isAgain = await tx.any(sql`
    select t.grant_id
    from oauth_refresh_token t
    where t.hash = ${hash}
      and t.replaced_at > clock_timestamp() - make_interval(secs => ${AGAIN_SECONDS})
      and not exists (
        select from oauth_refresh_token later
        where later.grant_id = t.grant_id
          and later.replaced_at > t.replaced_at)`);
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

/** The grant of a refresh token with its account, for a refresh. */
type RefreshedGrant = AllowedAccess & { id: string; active: boolean; expired: boolean };

/** Finds the grants of refresh tokens by their hashes, also those of replaced tokens. */
const grantsOfTokens: BatchedStatement<Buffer, RefreshedGrant | undefined> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }, hashes) => {
    const rows = await reader.rows<RefreshedGrant & { hash: Buffer }>(sql`
      select t.hash, g.id, g.client_id, g.tenant_id, g.account_id, a.active, g.scopes, g.authenticated_at, g.expires_at <= now() as expired
      from oauth_refresh_token t
      join oauth_grant g on g.id = t.grant_id
      join account a on a.id = g.account_id
      where t.hash = any (${[...hashes]}::bytea[])`);
    const found = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
    return hashes.map((hash) => found.get(hash.toString('hex')));
  },
};

/** The hash of a refresh token, and that of the token that replaces it. */
type Rotation = { hash: Buffer; next: Buffer };

/**
 * Replaces refresh tokens that are the newest of their grants, and extends these grants. Returns the hashes of the new tokens. A grant that another
 * transaction has locked is left out, because two transactions that wait for many grants could wait for each other (deadlock).
 */
const rotate = (tx: Tx, rotations: readonly Rotation[]): Promise<{ hash: Buffer }[]> =>
  tx.rows(sql`
    with asked as (
      select hash, next
      from unnest(${rotations.map(({ hash }) => hash)}::bytea[], ${rotations.map(({ next }) => next)}::bytea[]) as r (hash, next)),
    locked as materialized (
      select t.hash
      from oauth_refresh_token t
      join oauth_grant g on g.id = t.grant_id
      join account a on a.id = g.account_id
      where t.hash in (select hash from asked)
        and g.expires_at > now()
        and a.active
      for update of g skip locked),
    replaced as (
      update oauth_refresh_token t
      set replaced_at = now()
      from locked l
      join asked r on r.hash = l.hash
      where t.hash = l.hash
        and t.replaced_at is null
      returning t.grant_id, r.next),
    extended as (
      update oauth_grant g
      set last_used_at = now(),
          expires_at = now() + make_interval(secs => ${REFRESH_SECONDS})
      from replaced r
      where g.id = r.grant_id
      returning g.id)
    insert into oauth_refresh_token (hash, grant_id)
    select r.next, r.grant_id
    from replaced r
    join extended e on e.id = r.grant_id
    returning hash`);

/** Rotates the refresh tokens of simultaneous requests; true for those that were rotated. */
const rotations: BatchedStatement<Rotation, boolean> = {
  atOnce: 2,
  most: 100,
  run: async ({ writer }, asked) => {
    const added = new Set((await rotate(writer, asked)).map(({ hash }) => hash.toString('hex')));
    return asked.map(({ next }) => added.has(next.toString('hex')));
  },
};
