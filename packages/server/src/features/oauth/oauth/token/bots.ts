/** Bot users: the accounts of OAuth clients that act for themselves. */
import type { BatchedStatement } from '../../../../core/database/statement-batcher.ts';
import { sql } from '../../../../core/database/sql.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { addBot } from '../../../accounts/users/index.ts';
import type { OwnedClient } from '../../oauth-clients/index.ts';
import type { SubjectRow } from './token-queries.ts';

/** Finds the bots of clients of simultaneous requests by one statement. */
const bots: BatchedStatement<string, SubjectRow | undefined> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }, clients) => {
    const rows = await reader.rows<SubjectRow & { client_id: string }>(sql`
      select a.id, a.tenant_id, a.active, a.bot_client_id as client_id
      from account a
      join oauth_client c on c.id = a.bot_client_id and c.tenant_id = a.tenant_id
      where a.bot_client_id = any (${[...new Set(clients)]}::uuid[])`);
    const found = new Map(rows.map((row) => [row.client_id, row]));
    return clients.map((client) => found.get(client));
  },
};

/**
 * Returns the bot user of a client; the first request creates it.
 * @rule oauth.bots.first
 */
export async function botOf({ db, batcher }: Platform, client: OwnedClient): Promise<SubjectRow> {
  const known = await batcher.run(bots, client.id);
  if (known) return known;
  const id = await db.transaction((tx) => addBot(tx, { tenant: client.tenant_id, client: client.id, name: client.name }));
  return { id, tenant_id: client.tenant_id, active: true };
}
