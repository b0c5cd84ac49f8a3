/** The statements about OAuth clients and their connection configs. Each one that finds or locks a client for a caller checks the tenant. */
import { COMMAND_LINE_CLIENT, COMMAND_LINE_SCOPES, type Schema, type WordsSent, wordsStoredAsTheirs } from '@millrace/contract';
import { requireFound } from '../../../core/base/problem.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { inTenant } from '../../security/held/index.ts';
import { clientColumns, type ClientFields, type ClientRow } from './client.ts';
import { raiseClientEvent, raiseConfigEvent } from './events.ts';

const guard = inTenant({ noun: 'OAuth client', table: sql`oauth_client`, alias: sql`c`, also: () => sql`c.deleted_at is null` });

/** Builds the condition for the clients `c` that the actor's tenant owns and has not deleted. */
export const ownClients = guard.visible;

/** Finds a client that the actor's tenant owns and has not deleted. */
export const findOwnClient = (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  guard.find(tx, actor, id, { columns: sql`c.id` });

/**
 * Locks a client that the actor's tenant owns and has not deleted, for a change.
 * @rule oauth-clients.built-in.kept
 */
export const lockClient = (tx: Tx, actor: Actor, id: string): Promise<ClientRow> => guard.lock(tx, actor, id, { columns: clientColumns });

/**
 * Builds the condition for the clients `c` that a caller sees: those of its tenant, and published ones of other tenants. A deleted one is still shown to
 * other tenants with a connection config.
 * @rule oauth-clients.all.visible
 */
export const visibleClients = (actor: Actor): Sql => sql`(
    c.tenant_id = ${actor.tenant} and c.deleted_at is null
    or c.tenant_id is distinct from ${actor.tenant}
       and c.published_at is not null
       and (c.deleted_at is null
            or exists (
              select from oauth_connection_config v
              where v.client_id = c.id
                and v.tenant_id = ${actor.tenant})))`;

/** Finds a client that the actor sees, and locks it for a change of the connection config of its tenant. */
export const lockVisibleClient = async (tx: Tx, actor: Actor, id: string): Promise<ClientRow> =>
  requireFound(
    await tx.one<ClientRow>(sql`
      select ${clientColumns}
      from oauth_client c
      where c.id = ${id}
        and ${visibleClients(actor)}
      for update`),
    'OAuth client',
    id,
  );

/** The account that creates a client, or the client that registers itself. */
type ClientCreator = Pick<Actor, 'tenant' | 'id'>;

/** A client that registers itself is no account. */
const accountOf = (actor: ClientCreator, client: string): EventActor => (actor.id === client ? undefined : { id: actor.id });

/** Adds a client of the creator's tenant. Raises its event. */
export async function insertClient(tx: Tx, actor: ClientCreator, id: string, fields: ClientFields, wordsSent: WordsSent): Promise<void> {
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

/** Replaces the fields of a locked client. Raises its event. */
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

/** The scopes and grant types of a client that are answered in the words of the published product, as they were written. */
const wordsWritten = ({ allowedScopes, allowedGrantTypes }: ClientFields, sent: WordsSent, before?: ClientRow): string[] =>
  wordsStoredAsTheirs(
    [...allowedScopes, ...allowedGrantTypes],
    sent,
    before && { words: [...before.allowed_scopes, ...before.allowed_grant_types], asTheirs: before.vendor_words },
  );

/** Publishes a locked client, unless it is published, and returns the time of publication. Raises its event. */
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

/** Marks a locked client as deleted. Raises its event. */
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

/** The row of a connection config, with the time at which the owner deleted the client. */
export type ConfigRow = { consent_method: Schema<'ConnectionConfig'>['consentMethod']; deleted_at: Date | null };

/** Finds the connection config of the actor's tenant for a client that the actor sees. */
export const findConfig = async (tx: Tx, actor: Actor, client: string): Promise<ConfigRow> =>
  requireFound(
    await tx.one<ConfigRow>(sql`
      select g.consent_method, c.deleted_at
      from oauth_client c
      join oauth_connection_config g on g.client_id = c.id
      where c.id = ${client}
        and g.tenant_id = ${actor.tenant}
        and ${visibleClients(actor)}`),
    'Connection config',
    client,
  );

/** Returns whether the actor's tenant lets its people use a client without asking them. */
export const isTrusted = (tx: Tx, actor: Actor, client: string): Promise<boolean> =>
  tx.any(sql`
    select
    from oauth_connection_config
    where client_id = ${client}
      and tenant_id = ${actor.tenant}
      and consent_method = 'trusted'`);

/** Sets whether people of the actor's tenant are asked for consent. Raises its event. */
export async function setConsent(tx: Tx, actor: ClientCreator, client: string, method: ConfigRow['consent_method']): Promise<void> {
  // In an inserted row, xmax is 0; in an updated row, it is not.
  const { is_new: isNew } = await tx.only<{ is_new: boolean }>(sql`
    insert into oauth_connection_config (client_id, tenant_id, consent_method)
    values (${client}, ${actor.tenant}, ${method})
    on conflict (client_id, tenant_id) do update
    set consent_method = excluded.consent_method
    returning xmax = 0 as is_new`);
  await raiseConfigEvent(tx, accountOf(actor, client), isNew ? 'approved' : 'updated', { tenant: actor.tenant, client, method });
}

/** Deletes the connection config of the actor's tenant, and returns it if there was one. Raises its event. */
export async function removeConfig(tx: Tx, actor: Actor, client: string): Promise<{ client_id: string } | undefined> {
  const removed = await tx.one<{ client_id: string; consent_method: ConfigRow['consent_method'] }>(sql`
    delete from oauth_connection_config
    where client_id = ${client}
      and tenant_id = ${actor.tenant}
    returning client_id, consent_method`);
  if (removed) await raiseConfigEvent(tx, actor, 'deleted', { tenant: actor.tenant, client, method: removed.consent_method });
  return removed;
}

/**
 * Adds the client of the command line at the first start that knows it, and allows it in all tenants. It comes with the install and belongs to no
 * tenant. Later starts change nothing, so a tenant that has removed its connection config does not get it back.
 * @rule oauth-clients.built-in.added
 */
export async function addCommandLineClient(tx: Tx): Promise<void> {
  const isNew = await tx.any(sql`
    insert into oauth_client (
      id, app_type, name, description, redirect_uris, allowed_origins, allowed_scopes, allowed_grant_types, allowed_auth_methods, public_keys,
      created_by_type, published_at)
    values (
      ${COMMAND_LINE_CLIENT}, 'native', 'Millrace command line', 'Signs people in at the command millrace.', array['http://127.0.0.1/callback'], '{}',
      ${[...COMMAND_LINE_SCOPES]}::text[], '{}', '{}', '[]', 'system', now())
    on conflict (id) do nothing
    returning id`);
  if (isNew)
    await tx.rows(sql`
      insert into oauth_connection_config (client_id, tenant_id, consent_method)
      select ${COMMAND_LINE_CLIENT}, id, 'required'
      from tenant`);
}

/** Allows the client of the command line in a new tenant. */
export const allowCommandLineClient = (tx: Tx, tenant: string): Promise<unknown> =>
  tx.rows(sql`
    insert into oauth_connection_config (client_id, tenant_id, consent_method)
    select id, ${tenant}, 'required'
    from oauth_client
    where id = ${COMMAND_LINE_CLIENT}`);
