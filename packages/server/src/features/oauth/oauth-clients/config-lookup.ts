/** Looks up whether tenants allow OAuth clients. */
import { sql } from '../../../core/database/sql.ts';
import type { BatchedStatement } from '../../../core/database/statement-batcher.ts';

/** A client and a tenant. */
export type ClientInTenant = { client: string; tenant: string };

/** Returns whether tenants have connection configs of clients, by one statement for simultaneous requests. */
export const hasConnectionConfig: BatchedStatement<ClientInTenant, boolean> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }, pairs) => {
    const rows = await reader.rows<ClientInTenant>(sql`
      select client_id as client, tenant_id as tenant
      from oauth_connection_config
      where (client_id, tenant_id) in (
        select c, t
        from unnest(${pairs.map(({ client }) => client)}::uuid[], ${pairs.map(({ tenant }) => tenant)}::uuid[]) as a (c, t))`);
    const known = new Set(rows.map(({ client, tenant }) => `${client} ${tenant}`));
    return pairs.map(({ client, tenant }) => known.has(`${client} ${tenant}`));
  },
};
