/** Removes expired rows: codes (also those of devices), grants with their refresh tokens, used assertions and revoked access tokens. */
import type { Timer } from '../../../core/background/jobs.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';

/** A table with expired rows: its key, the column with an index by which rows expire, and the moment before which they are removed. */
type Expiring = { table: Sql; key: Sql; by: Sql; before: Sql };

const EXPIRING: readonly Expiring[] = [
  // A used code is kept for a day, so that a second use is noticed.
  { table: sql`oauth_code`, key: sql`hash`, by: sql`created_at`, before: sql`now() - interval '1 day'` },
  // Codes of devices are kept for an hour, so that a device learns that its code has ended.
  { table: sql`oauth_device_code`, key: sql`hash`, by: sql`created_at`, before: sql`now() - interval '1 hour'` },
  { table: sql`oauth_grant`, key: sql`id`, by: sql`expires_at`, before: sql`now()` },
  { table: sql`oauth_used_assertion`, key: sql`ctid`, by: sql`expires_at`, before: sql`now()` },
  { table: sql`oauth_revoked_token`, key: sql`id`, by: sql`expires_at`, before: sql`now()` },
];

/** Removes the oldest expired rows of a table, up to a limit, and returns them. */
const removeExpiredRows = (tx: Tx, { table, key, by, before }: Expiring, limit: number): Promise<unknown[]> =>
  tx.rows(sql`
    delete from ${table}
    where ${key} in (
      select ${key}
      from ${table}
      where ${by} < ${before}
      order by ${by}
      limit ${limit}
      for update skip locked)
    returning ${by}`);

/** Rows that one statement removes; larger batches would hold locks for too long. */
const AT_ONCE = 10_000;

/**
 * Removes expired rows in batches, until none is left.
 * @rule oauth.retention.ended
 * @rule oauth.device.removed
 */
export const removeEndedOauth: Timer = {
  name: 'remove-ended-oauth',
  milliseconds: 60_000,
  does: 'removes ended grants, codes, used assertions and revoked tokens of OAuth',
  async run({ db }) {
    for (const rows of EXPIRING) while ((await removeExpiredRows(db.writer, rows, AT_ONCE)).length === AT_ONCE);
  },
};
