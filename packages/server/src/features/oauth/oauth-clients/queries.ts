/** The SQL statements about OAuth clients. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { ClientFields } from './client-row.ts';

/** The account that creates a client, or the client that registers itself. */
export type ClientCreator = Pick<Actor, 'tenant' | 'id'>;

/** Adds a client of the creator's tenant. */
export const insertClient = (tx: Tx, actor: ClientCreator, id: string, fields: ClientFields): Promise<unknown> =>
  tx.rows(sql`
    insert into oauth_client (
      id, tenant_id, owner_id, app_type, name, description, logo_uri, client_uri, jwks_uri, redirect_uris, allowed_origins, allowed_scopes,
      allowed_grant_types, allowed_auth_methods, public_keys, created_by_type)
    values (
      ${id}, ${actor.tenant}, ${actor.id}, ${fields.appType}, ${fields.clientName}, ${fields.description ?? null}, ${fields.logoUri ?? null},
      ${fields.clientUri ?? null}, ${fields.jwksUri ?? null}, ${fields.redirectUris}::text[], ${fields.allowedOrigins}::text[],
      ${fields.allowedScopes}::text[], ${fields.allowedGrantTypes}::text[], ${fields.allowedAuthMethods}::text[],
      ${json(fields.publicKeys)}::jsonb, ${actor.id === id ? 'dcr' : 'user'})`);

/** Sets whether people of the actor's tenant are asked for consent. */
export const setConsent = (
  tx: Tx,
  actor: ClientCreator,
  client: string,
  method: Schema<'ConnectionConfig'>['consentMethod'],
): Promise<unknown> =>
  tx.rows(sql`
    insert into oauth_connection_config (client_id, tenant_id, consent_method)
    values (${client}, ${actor.tenant}, ${method})
    on conflict (client_id, tenant_id) do update
    set consent_method = excluded.consent_method`);

/** Replaces the fields of a locked client. */
export const updateClient = (tx: Tx, id: string, fields: ClientFields): Promise<unknown> =>
  tx.rows(sql`
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
        allowed_auth_methods = ${fields.allowedAuthMethods}::text[],
        public_keys = ${json(fields.publicKeys)}::jsonb,
        updated_at = now()
    where id = ${id}`);

/** Marks a locked client as deleted. */
export const markDeleted = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    update oauth_client
    set deleted_at = now()
    where id = ${id}`);

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
export const removeConfig = (tx: Tx, actor: Actor, client: string): Promise<{ client_id: string } | undefined> =>
  tx.one(sql`
    delete from oauth_connection_config
    where client_id = ${client}
      and tenant_id = ${actor.tenant}
    returning client_id`);

/** Publishes a locked client, unless it is, and returns since when it is. */
export const publishClient = (tx: Tx, id: string): Promise<{ published_at: Date }> =>
  tx.only(sql`
    update oauth_client
    set published_at = coalesce(published_at, now())
    where id = ${id}
    returning published_at`);

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
    delete from oauth_client
    where id in (
      select c.id
      from oauth_client c
      where ${isUnused}
        and c.created_at < now() - interval '60 minutes'
      order by c.created_at
      limit ${limit}
      for update skip locked)
    returning id`);
