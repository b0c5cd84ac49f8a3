/** OAuth clients as records of the tenant API, and the JSON of connection configs. */
import { asWritten, type Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { idSort, momentSort, type RecordKind, textSort } from '../../../core/http/cursor-lists.ts';
import type { Actor } from '../../../identity/actor.ts';
import { clientColumns, type ClientRow } from './client.ts';
import { visibleClients, type ConfigRow } from './rows.ts';

/** The row of a client as a record, with the hints of its secrets and the connection config of the caller's tenant. */
type ClientRecordRow = ClientRow & {
  secrets: { hint: string; createdAt: string; createdBy: string; lastUsedAt: string | null }[];
  consent_method: ConfigRow['consent_method'] | null;
};

/**
 * OAuth clients as a caller sees them.
 * @rule oauth-clients.list.filter
 */
export const clientsFor = (actor: Actor): RecordKind<ClientRecordRow, Schema<'OauthClient'>> => ({
  noun: 'OAuth client',
  path: '/api/v1/oauth-clients',
  known: {
    columns: {
      clientid: { kind: 'exact', value: sql`c.id::text` },
      clientname: { kind: 'text', value: sql`c.name` },
      apptype: { kind: 'text', value: sql`c.app_type` },
      tenantid: { kind: 'exact', value: sql`c.tenant_id::text` },
      createdbytype: { kind: 'text', value: sql`c.created_by_type` },
    },
    lists: {},
  },
  sorts: {
    clientId: idSort(sql`c.id`),
    clientName: textSort(sql`c.name`),
    appType: textSort(sql`c.app_type`),
    // A client without a tenant is the first.
    tenantId: idSort(sql`coalesce(c.tenant_id, '00000000-0000-0000-0000-000000000000')`),
    createdAt: idSort(sql`c.id`),
    updatedAt: momentSort(sql`c.updated_at`),
  },
  sort: 'clientName',
  rows: {
    from: sql`oauth_client c left join oauth_connection_config g on g.client_id = c.id and g.tenant_id = ${actor.tenant}`,
    id: sql`c.id`,
    visible: visibleClients,
    columns: sql`
      ${clientColumns}, g.consent_method,
      coalesce((
        select json_agg(json_build_object('hint', s.hint, 'createdAt', s.created_at, 'createdBy', s.created_by, 'lastUsedAt', s.last_used_at) order by s.created_at, s.hint)
        from oauth_client_secret s
        where s.client_id = c.id
          and c.tenant_id = ${actor.tenant}), '[]') as secrets`,
  },
  toJson: (row) => ({
    clientId: row.id,
    clientName: row.name,
    appType: row.app_type,
    ...presentFields({ description: row.description, logoUri: row.logo_uri, clientUri: row.client_uri }),
    allowedScopes: asWritten(row.allowed_scopes, row.vendor_words),
    allowedGrantTypes: asWritten(row.allowed_grant_types, row.vendor_words),
    ...presentFields({ tenantId: row.tenant_id, ownerId: row.owner_id }),
    createdByType: row.created_by_type,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...presentFields({ publishedAt: row.published_at?.toISOString(), deletedAt: row.deleted_at?.toISOString() }),
    ...(managesClients(actor) && forManagers(actor, row)),
  }),
});

/** Returns whether a caller administers the clients of its tenant. */
const managesClients = (actor: Actor): boolean => actor.permissions.has('SVC_OAUTH_CLIENT_MANAGEMENT');

/**
 * The fields that only administrators of clients see.
 * @rule oauth-clients.list.secrets
 * @rule oauth-clients.list.administrator
 */
const forManagers = (actor: Actor, row: ClientRecordRow): Partial<Schema<'OauthClient'>> => ({
  ...(row.jwks_uri !== null && { jwksUri: row.jwks_uri }),
  redirectUris: row.redirect_uris,
  allowedOrigins: row.allowed_origins,
  allowedAuthMethods: row.allowed_auth_methods,
  publicKeys: row.public_keys,
  ...(row.tenant_id === actor.tenant && {
    clientSecrets: row.secrets.map(({ hint, createdAt, createdBy, lastUsedAt }) => ({
      hint,
      createdAt: new Date(createdAt).toISOString(),
      createdBy,
      ...(lastUsedAt !== null && { lastUsedAt: new Date(lastUsedAt).toISOString() }),
    })),
  }),
  ...(row.consent_method !== null && {
    connectionConfig: toConnectionConfigJson({ consent_method: row.consent_method, deleted_at: row.deleted_at }),
  }),
});

/** Converts a row to ConnectionConfig. */
export const toConnectionConfigJson = (row: ConfigRow): Schema<'ConnectionConfig'> => ({
  consentMethod: row.consent_method,
  status: row.deleted_at === null ? 'approved' : 'revoked',
  deletedByOwner: row.deleted_at !== null,
});
