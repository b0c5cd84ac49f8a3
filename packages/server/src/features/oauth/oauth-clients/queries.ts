/** The SQL statements about OAuth clients. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { ClientFields } from './client-row.ts';

/** Adds a client of the actor's tenant. */
export const insertClient = (tx: Tx, actor: Actor, id: string, fields: ClientFields): Promise<unknown> =>
  tx.rows(sql`
    insert into oauth_client (
      id, tenant_id, owner_id, app_type, name, description, logo_uri, client_uri, jwks_uri, redirect_uris, allowed_origins, allowed_scopes,
      allowed_grant_types, allowed_auth_methods, public_keys)
    values (
      ${id}, ${actor.tenant}, ${actor.id}, ${fields.appType}, ${fields.clientName}, ${fields.description ?? null}, ${fields.logoUri ?? null},
      ${fields.clientUri ?? null}, ${fields.jwksUri ?? null}, ${fields.redirectUris}::text[], ${fields.allowedOrigins}::text[],
      ${fields.allowedScopes}::text[], ${fields.allowedGrantTypes}::text[], ${fields.allowedAuthMethods}::text[],
      ${json(fields.publicKeys)}::jsonb)`);

/** Sets whether people of the actor's tenant are asked for consent. */
export const setConsent = (tx: Tx, actor: Actor, client: string, method: Schema<'ConnectionConfig'>['consentMethod']): Promise<unknown> =>
  tx.rows(sql`
    insert into oauth_connection_config (client_id, tenant_id, consent_method)
    values (${client}, ${actor.tenant}, ${method})
    on conflict (client_id, tenant_id) do update
    set consent_method = excluded.consent_method`);
