/** The grants that people give to clients: they are opened, used, and ended with their tokens. */
import type { Timer } from '../../../../core/background/jobs.ts';
import { newId } from '../../../../core/base/id.ts';
import { Problem } from '../../../../core/base/problem.ts';
import { sql, type Sql, type Tx } from '../../../../core/database/sql.ts';
import { type EventActor, momentText, raisedFrom } from '../../../events/outbox/index.ts';
import { ACCESS_SECONDS, type AccessTerms, REFRESH_SECONDS, type TokenCall } from './grant-type.ts';

/** The access that a person has given to a client, and the time of the person's sign-in. */
export type AllowedAccess = { client_id: string; tenant_id: string; account_id: string; scopes: readonly string[]; authenticated_at: Date };

/** A new grant with the terms of its access token, and with its refresh token if the client asked for one. */
export type OpenedGrant = { id: string; terms: AccessTerms; refreshToken: string | undefined };

/**
 * Opens a grant. The caller has locked the account. Returns a refusal if the account has the maximum number of grants. Raises the event of a new token.
 * @rule oauth.token.maximum
 * @rule events.oauth-tokens.issued
 */
export async function openGrant(tx: Tx, call: TokenCall, allowed: AllowedAccess): Promise<OpenedGrant | Problem> {
  const { client_id: client, tenant_id: tenant, account_id: account, scopes, authenticated_at: authenticatedAt } = allowed;
  const { count } = await tx.only<{ count: number }>(sql`
    select count(*) as count
    from oauth_grant
    where account_id = ${account}
      and expires_at > now()`);
  if (count >= call.settings.limits.oauthGrants)
    return new Problem(
      403,
      'tokens_limit',
      `The user has allowed OAuth clients ${count} times, which is the maximum: delete tokens of GET /api/v1/oauth-tokens that no program uses.`,
    );

  const id = newId();
  const isLong = scopes.includes('offline_access');
  const { deviceType = null, description = null } = call.body;
  const seconds = isLong ? REFRESH_SECONDS : ACCESS_SECONDS;
  await tx.rows(sql`
    with added as (
      insert into oauth_grant (id, client_id, tenant_id, account_id, scopes, device_type, description, authenticated_at, expires_at)
      values (
        ${id}, ${client}, ${tenant}, ${account}, ${[...scopes]}::text[], ${deviceType}, ${description}, ${authenticatedAt},
        now() + make_interval(secs => ${seconds}))
      returning *
    )
    ${raisedFrom(sql`
      select g.tenant_id, 'com.service.v1.oauth-token.issued' as type, null::uuid as space_id, g.id::text as resource_id, g.account_id as owner_id,
             g.account_id as actor_id, jsonb_build_object(
               'id', g.id, 'issuedToClientId', g.client_id, 'ownerId', g.account_id, 'scopes', to_jsonb(g.scopes), 'deviceType', g.device_type,
               'description', g.description, 'issuedAt', ${momentText(sql`now()`)}, 'tenantId', g.tenant_id) as data
      from added g`)}`);
  const opened = { id, terms: { account, tenant, client, scopes, grant: id, authenticatedAt } };
  if (!isLong) return { ...opened, refreshToken: undefined };
  const { secret: refreshToken, hash } = call.identity.tokens.create('oauthRefresh');
  await tx.rows(sql`
    insert into oauth_refresh_token (hash, grant_id)
    values (${hash}, ${id})`);
  return { ...opened, refreshToken };
}

/**
 * Stores the uses that a process has recorded. They are at most half a minute late.
 * @rule oauth-tokens.list.last-use
 */
export const storeGrantUses: Timer = {
  name: 'store-grant-uses',
  milliseconds: 30_000,
  does: 'stores the last uses of OAuth grants',
  run: ({ db, identity: { grantUses } }) =>
    grantUses.flush((uses) =>
      db.writer.rows(sql`
        update oauth_grant g
        set token_used_at = u.at
        from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()].map((at) => at.toISOString())}::timestamptz[]) as u (id, at)
        where g.id = u.id
          and (g.token_used_at is null or g.token_used_at < u.at)`),
    ),
};

/** The cause of the end of an access: an account, or a program that has the token. */
type AccessEnd = { actor: EventActor; byBearer: boolean };

/** Ends a grant with all its tokens. Raises its event. */
export const endGrant = (tx: Tx, id: string, end: AccessEnd): Promise<unknown> =>
  tx.rows(sql`
    with ended as (
      delete from oauth_grant
      where id = ${id}
      returning *
    )
    ${raisedRevocations(sql`ended`, end)}`);

/** Ends all access that an account gave to a client, and raises the events of its grants; false if there was none. */
export async function endAccessOfClient(tx: Tx, account: string, client: string): Promise<boolean> {
  const hadConsent = await tx.any(sql`
    delete from oauth_consent
    where account_id = ${account}
      and client_id = ${client}
    returning client_id`);
  return (await endGrants(tx, sql`account_id = ${account} and client_id = ${client}`, { id: account })) || hadConsent;
}

/** Ends the access that an account gave to any client. Its consents stay: they open nothing before the account signs in. */
export const endAccess = (tx: Tx, { account, actor }: { account: string; actor: { id: string } }): Promise<unknown> =>
  endGrants(tx, sql`account_id = ${account}`, actor);

/**
 * Ends the grants of an access with its codes, and with the requests of devices that it allowed; false if there was no grant. Codes are deleted
 * first, after a redemption that is under way: it has then either opened a grant, which ends here, or finds no code.
 */
async function endGrants(tx: Tx, access: Sql, actor: { id: string }): Promise<boolean> {
  await tx.rows(sql`
    delete from oauth_code
    where ${access}`);
  await tx.rows(sql`
    delete from oauth_device_code
    where ${access}`);
  return tx.any(sql`
    with ended as (
      delete from oauth_grant
      where ${access}
      returning *
    ), raised as (${raisedRevocations(sql`ended`, { actor, byBearer: false })}
    )
    select id
    from ended`);
}

/**
 * Builds the part of a statement that raises the event of the grants that another part has deleted.
 * @rule events.oauth-tokens.revoked
 */
const raisedRevocations = (ended: Sql, end: AccessEnd): Sql =>
  raisedFrom(sql`
      select g.tenant_id, 'com.service.v1.oauth-token.revoked' as type, null::uuid as space_id, g.id::text as resource_id, g.account_id as owner_id,
             ${end.actor?.id ?? null}::uuid as actor_id, jsonb_build_object(
               'id', g.id, ${revocation(end)}, 'revokedContext', jsonb_build_object(
                 'grantId', g.id, 'userId', g.account_id, 'clientId', g.client_id, 'tenantId', g.tenant_id)) as data
      from ${ended} g`);

/** The fields of an event that tell when and by whom an access was ended. */
export const revocation = ({ actor, byBearer }: AccessEnd): Sql => sql`
  'revokedAt', ${momentText(sql`now()`)}, 'revokedBy', ${actor?.id ?? null}::text, 'revokedByBearer', ${byBearer}::boolean`;
