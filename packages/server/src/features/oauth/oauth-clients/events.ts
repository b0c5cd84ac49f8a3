/** The events of OAuth clients, their secrets and their connection configs. */
import type { Schema } from '@millrace/contract';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type EventActor, momentText, raiseAbout, raisedFrom, raiseEvents } from '../../events/outbox/index.ts';

/** The data of an event of the client `c`. Neither its keys nor its secrets are part of it. */
const clientData: Sql = sql`jsonb_build_object(
  'clientId', c.id, 'clientName', c.name, 'appType', c.app_type, 'description', c.description, 'logoUri', c.logo_uri, 'clientUri', c.client_uri,
  'redirectUris', to_jsonb(c.redirect_uris), 'allowedOrigins', to_jsonb(c.allowed_origins), 'allowedScopes', to_jsonb(c.allowed_scopes),
  'ownerId', c.owner_id, 'ownerType', 'tenant', 'createdByType', c.created_by_type, 'createdAt', ${momentText(sql`c.created_at`)},
  'publishedAt', ${momentText(sql`c.published_at`)}, 'deletedAt', ${momentText(sql`c.deleted_at`)}, 'tenantId', c.tenant_id)`;

/**
 * Raises an event of a client of a tenant, after its change.
 * @rule events.oauth-clients.records
 */
export const raiseClientEvent = (
  tx: Tx,
  actor: EventActor,
  action: 'created' | 'updated' | 'deleted' | 'published',
  client: string,
): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.oauth-client.${action}`,
    actor,
    sql`
      select c.tenant_id, null::uuid as space_id, c.id as resource_id, c.owner_id, ${clientData} as data
      from oauth_client c
      where c.id = ${client}
        and c.tenant_id is not null`,
  );

/** Builds the part of a statement that raises the deletion of the clients that another part has deleted. */
export const raisedDeletions = (deleted: Sql): Sql =>
  raisedFrom(sql`
      select c.tenant_id, 'com.service.v1.oauth-client.deleted' as type, null::uuid as space_id, c.id::text as resource_id, c.owner_id,
             null::uuid as actor_id, ${clientData} as data
      from ${deleted} c
      where c.tenant_id is not null`);

/**
 * Raises events of secrets of a client, after they were added, and before they are deleted.
 * @rule events.oauth-clients.secrets
 */
export const raiseSecretEvents = (
  tx: Tx,
  actor: EventActor,
  action: 'created' | 'deleted',
  client: string,
  hint?: string,
): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.oauth-client.secret.${action}`,
    actor,
    sql`
      select c.tenant_id, null::uuid as space_id, c.id as resource_id, c.owner_id,
             jsonb_build_object('clientId', c.id, 'hint', s.hint, 'tenantId', c.tenant_id) as data
      from oauth_client c
      join oauth_client_secret s on s.client_id = c.id
      where c.id = ${client}
        and s.hint = coalesce(${hint ?? null}, s.hint)`,
  );

/**
 * Raises the event of a change of a connection config, for the tenant that has it.
 * @rule events.oauth-clients.configs
 */
export const raiseConfigEvent = (
  tx: Tx,
  actor: EventActor,
  action: 'approved' | 'updated' | 'deleted',
  config: { tenant: string; client: string; method: Schema<'ConnectionConfig'>['consentMethod'] },
): Promise<unknown> =>
  raiseEvents(tx, [
    {
      type: `com.service.v1.oauth-client.connection-config.${action}`,
      tenant: config.tenant,
      resource: config.client,
      ...(actor && { actor: actor.id }),
      data: {
        clientId: config.client,
        consentMethod: config.method,
        status: action === 'deleted' ? 'deleted' : 'approved',
        tenantId: config.tenant,
      },
    },
  ]);
