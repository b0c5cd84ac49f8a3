/** Finds OAuth clients for the OAuth endpoints: by their id, without a caller. */
import { sql } from '../../../core/database/sql.ts';
import type { BatchedStatement } from '../../../core/database/statement-batcher.ts';
import { clientColumns, type ClientRow } from './client-row.ts';

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
