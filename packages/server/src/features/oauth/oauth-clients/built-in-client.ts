/** The SQL statements about the OAuth client of the command line. It comes with the install and belongs to no tenant. */
import { COMMAND_LINE_CLIENT, COMMAND_LINE_SCOPES } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';

/**
 * Adds the client at the first start that knows it, and allows it in all tenants. Later starts change nothing, so a tenant that has removed its connection
 * config does not get it back.
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

/** Allows the client in a new tenant. */
export const allowCommandLineClient = (tx: Tx, tenant: string): Promise<unknown> =>
  tx.rows(sql`
    insert into oauth_connection_config (client_id, tenant_id, consent_method)
    select id, ${tenant}, 'required'
    from oauth_client
    where id = ${COMMAND_LINE_CLIENT}`);
