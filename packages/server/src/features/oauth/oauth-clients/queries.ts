/** The SQL statements about OAuth clients. */
import { writtenAmong, type Schema, type WordsSent } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { raiseClientEvent, raiseConfigEvent, raisedDeletions } from './client-events.ts';
import type { ClientFields, ClientRow } from './client-row.ts';

/** The account that creates a client, or the client that registers itself. */
export type ClientCreator = Pick<Actor, 'tenant' | 'id'>;

/** A client that registers itself is no account. */
const accountOf = (actor: ClientCreator, client: string): EventActor => (actor.id === client ? undefined : { id: actor.id });

/** The scopes and grant types of a client that are answered in the words of the published product, as they were written. */
const wordsWritten = ({ allowedScopes, allowedGrantTypes }: ClientFields, sent?: WordsSent, before?: ClientRow): string[] =>
  writtenAmong(
    [...allowedScopes, ...allowedGrantTypes],
    sent,
    before && { words: [...before.allowed_scopes, ...before.allowed_grant_types], vendorWords: before.vendor_words },
  );

/** Adds a client of the creator's tenant. */
export async function insertClient(tx: Tx, actor: ClientCreator, id: string, fields: ClientFields, wordsSent?: WordsSent): Promise<void> {
  await tx.rows(sql`
    insert into oauth_client (
      id, tenant_id, owner_id, app_type, name, description, logo_uri, client_uri, jwks_uri, redirect_uris, allowed_origins, allowed_scopes,
      allowed_grant_types, vendor_words, allowed_auth_methods, public_keys, created_by_type)
    values (
      ${id}, ${actor.tenant}, ${actor.id}, ${fields.appType}, ${fields.clientName}, ${fields.description ?? null}, ${fields.logoUri ?? null},
      ${fields.clientUri ?? null}, ${fields.jwksUri ?? null}, ${fields.redirectUris}::text[], ${fields.allowedOrigins}::text[],
      ${fields.allowedScopes}::text[], ${fields.allowedGrantTypes}::text[], ${wordsWritten(fields, wordsSent)}::text[],
      ${fields.allowedAuthMethods}::text[],
      ${json(fields.publicKeys)}::jsonb, ${actor.id === id ? 'dcr' : 'user'})`);
  await raiseClientEvent(tx, accountOf(actor, id), 'created', id);
}

/** Sets whether people of the actor's tenant are asked for consent. */
export async function setConsent(
  tx: Tx,
  actor: ClientCreator,
  client: string,
  method: Schema<'ConnectionConfig'>['consentMethod'],
): Promise<void> {
  // In an inserted row, xmax is 0; in an updated row, it is not.
  const { is_new: isNew } = await tx.only<{ is_new: boolean }>(sql`
    insert into oauth_connection_config (client_id, tenant_id, consent_method)
    values (${client}, ${actor.tenant}, ${method})
    on conflict (client_id, tenant_id) do update
    set consent_method = excluded.consent_method
    returning xmax = 0 as is_new`);
  await raiseConfigEvent(tx, accountOf(actor, client), isNew ? 'approved' : 'updated', { tenant: actor.tenant, client, method });
}

/** Returns whether the actor's tenant lets its people use a client without asking them. */
export const isTrusted = (tx: Tx, actor: Actor, client: string): Promise<boolean> =>
  tx.any(sql`
    select
    from oauth_connection_config
    where client_id = ${client}
      and tenant_id = ${actor.tenant}
      and consent_method = 'trusted'`);

/** Replaces the fields of a locked client. */
export async function updateClient(
  tx: Tx,
  actor: EventActor,
  before: ClientRow,
  fields: ClientFields,
  wordsSent: WordsSent,
): Promise<void> {
  await tx.rows(sql`
    update oauth_client
    set name = ${fields.clientName},
        description = ${fields.description ?? null},
        logo_uri = ${fields.logoUri ?? null},
        client_uri = ${fields.clientUri ?? null},
        jwks_uri = ${fields.jwksUri ?? null},
        redirect_uris = ${fields.redirectUris}::text[],
        allowed_origins = ${fields.allowedOrigins}::text[],
        allowed_scopes = ${fields.allowedScopes}::text[],
        allowed_grant_types = ${fields.allowedGrantTypes}::text[],
        vendor_words = ${wordsWritten(fields, wordsSent, before)}::text[],
        allowed_auth_methods = ${fields.allowedAuthMethods}::text[],
        public_keys = ${json(fields.publicKeys)}::jsonb,
        updated_at = now()
    where id = ${before.id}`);
  await raiseClientEvent(tx, actor, 'updated', before.id);
}

/** Marks a locked client as deleted. */
export async function markDeleted(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await tx.rows(sql`
    update oauth_client
    set deleted_at = now()
    where id = ${id}`);
  await raiseClientEvent(tx, actor, 'deleted', id);
}

/** Deletes the row of a deleted client of which no tenant has a connection config. */
export const removeUnusedClient = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from oauth_client
    where id = ${id}
      and deleted_at is not null
      and not exists (
        select from oauth_connection_config
        where client_id = ${id})`);

/** Deletes the connection config of the actor's tenant, and returns it if there was one. */
export async function removeConfig(tx: Tx, actor: Actor, client: string): Promise<{ client_id: string } | undefined> {
  const removed = await tx.one<{ client_id: string; consent_method: Schema<'ConnectionConfig'>['consentMethod'] }>(sql`
    delete from oauth_connection_config
    where client_id = ${client}
      and tenant_id = ${actor.tenant}
    returning client_id, consent_method`);
  if (removed) await raiseConfigEvent(tx, actor, 'deleted', { tenant: actor.tenant, client, method: removed.consent_method });
  return removed;
}

/** Publishes a locked client, unless it is published, and returns the time of publication. */
export async function publishClient(tx: Tx, actor: EventActor, id: string): Promise<{ published_at: Date }> {
  const isNew = await tx.any(sql`
    update oauth_client
    set published_at = now()
    where id = ${id}
      and published_at is null
    returning id`);
  if (isNew) await raiseClientEvent(tx, actor, 'published', id);
  return tx.only(sql`
    select published_at
    from oauth_client
    where id = ${id}`);
}

/** The tenant of an install that has exactly one. */
export const findOnlyTenant = async (tx: Tx): Promise<string | undefined> => {
  const [only, ...others] = await tx.rows<{ id: string }>(sql`
    select id
    from tenant
    limit 2`);
  return others.length === 0 ? only?.id : undefined;
};

const isUnused = sql`
  c.created_by_type = 'dcr'
  and not exists (select from oauth_grant g where g.client_id = c.id)
  and not exists (select from oauth_consent s where s.client_id = c.id)`;

/** Counts the registered clients that no person has used yet. */
export const countUnusedClients = (tx: Tx): Promise<{ count: number }> =>
  tx.only(sql`
    select count(*) as count
    from oauth_client c
    where ${isUnused}`);

/** Deletes registered clients that no person has used within an hour, up to a limit, and returns them. */
export const removeUnusedClients = (tx: Tx, limit: number): Promise<unknown[]> =>
  tx.rows(sql`
    with deleted as (
      delete from oauth_client
      where id in (
        select c.id
        from oauth_client c
        where ${isUnused}
          and c.created_at < now() - interval '60 minutes'
        order by c.created_at
        limit ${limit}
        for update skip locked)
      returning *
    ), raised as (${raisedDeletions(sql`deleted`)}
    )
    select id
    from deleted`);
