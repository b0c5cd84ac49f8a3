/** Lookups of OAuth clients without a caller: by one statement for simultaneous requests, or cached. */
import type { CachedQuery } from '../../../core/base/in-memory.ts';
import { sql } from '../../../core/database/sql.ts';
import type { BatchedStatement } from '../../../core/database/statement-batcher.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { clientColumns, type ClientRow } from './client.ts';

/** A client that its owner has not deleted, with the hashes of its secrets in hex by their hints. */
export type UsableClient = ClientRow & { secrets: Readonly<Record<string, string>> };

/** A client that belongs to a tenant: every client but that of the command line. */
export type OwnedClient = UsableClient & { tenant_id: string };

/** Finds the clients of simultaneous requests by one statement. */
export const usableClients: BatchedStatement<string, UsableClient | undefined> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }, ids) => {
    const rows = await reader.rows<UsableClient>(sql`
      select ${clientColumns},
             coalesce((select json_object_agg(s.hint, encode(s.hash, 'hex')) from oauth_client_secret s where s.client_id = c.id), '{}') as secrets
      from oauth_client c
      where c.id = any (${[...new Set(ids)]}::uuid[])
        and c.deleted_at is null`);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  },
};

/** A client and a tenant. */
type ClientInTenant = { client: string; tenant: string };

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

/** A new origin is accepted after this time at the latest. */
const CACHE_MILLISECONDS = 5000;

const origins: CachedQuery<Pick<Platform, 'db'>, ReadonlySet<string>> = {
  cacheMilliseconds: CACHE_MILLISECONDS,
  timeoutMilliseconds: CACHE_MILLISECONDS,
  run: async ({ db }) => {
    const rows = await db.reader.rows<{ origin: string }>(sql`
      select distinct unnest(c.allowed_origins) as origin
      from oauth_client c
      where c.app_type = 'spa'
        and c.deleted_at is null
        and exists (
          select from oauth_connection_config g
          where g.client_id = c.id)`);
    return new Set(rows.map(({ origin }) => origin));
  },
};

/**
 * Returns whether a client allows pages of an origin. If the database does not answer, no origin is allowed, and the request itself reports the fault.
 * @rule oauth-clients.origins.calls
 */
export const allowsOrigin = (platform: Pick<Platform, 'db' | 'cache'>, origin: string): Promise<boolean> =>
  platform.cache.get(origins, platform).then(
    (known) => known.has(origin),
    () => false,
  );
