/** The signed assertions that were accepted. */
import { sql } from '../../../../core/database/sql.ts';
import type { BatchedStatement } from '../../../../core/database/statement-batcher.ts';

/** An assertion as it is stored: its client, the keyed hash of its id, and the time until which it could be sent again. */
export type UsedAssertion = { client: string; hash: Buffer; expiresAt: Date };

const keyOf = ({ client, hash }: Pick<UsedAssertion, 'client' | 'hash'>): string => `${client} ${hash.toString('hex')}`;

/** Stores the assertions of simultaneous requests; true for those that are new. */
export const usedAssertions: BatchedStatement<UsedAssertion, boolean> = {
  atOnce: 2,
  most: 100,
  run: async ({ writer }, used) => {
    const rows = await writer.rows<Pick<UsedAssertion, 'client' | 'hash'>>(sql`
      insert into oauth_used_assertion (client_id, hash, expires_at)
      select client_id, hash, expires_at
      from unnest(
        ${used.map(({ client }) => client)}::uuid[], ${used.map(({ hash }) => hash)}::bytea[],
        ${used.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[]) as u (client_id, hash, expires_at)
      order by client_id, hash
      on conflict do nothing
      returning client_id as client, hash`);
    const fresh = new Set(rows.map(keyOf));
    // Of equal assertions in one batch, only the first one is new.
    return used.map((one) => fresh.delete(keyOf(one)));
  },
};
