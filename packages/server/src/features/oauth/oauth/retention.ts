/** Removes expired rows: codes, grants with their refresh tokens, used assertions and revoked access tokens. */
import type { Timer } from '../../../core/background/jobs.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';

type Remove = (tx: Tx, limit: number) => Promise<unknown[]>;

/** A used code is kept for a day, so that a second use is noticed. */
const removeCodes: Remove = (tx, limit) =>
  tx.rows(sql`
    delete from oauth_code
    where hash in (select hash from oauth_code where created_at < now() - interval '1 day' order by created_at limit ${limit} for update skip locked)
    returning hash`);

/**
 * Codes of devices are kept for an hour, so that a device learns that its code has ended.
 * @rule oauth.device.removed
 */
const removeDevices: Remove = (tx, limit) =>
  tx.rows(sql`
    delete from oauth_device_code
    where hash in (
      select hash from oauth_device_code where created_at < now() - interval '1 hour' order by created_at limit ${limit} for update skip locked)
    returning hash`);

const removeGrants: Remove = (tx, limit) =>
  tx.rows(sql`
    delete from oauth_grant
    where id in (select id from oauth_grant where expires_at < now() order by expires_at limit ${limit} for update skip locked)
    returning id`);

const removeAssertions: Remove = (tx, limit) =>
  tx.rows(sql`
    delete from oauth_used_assertion
    where ctid in (
      select ctid from oauth_used_assertion where expires_at < now() order by expires_at limit ${limit} for update skip locked)
    returning client_id`);

const removeRevoked: Remove = (tx, limit) =>
  tx.rows(sql`
    delete from oauth_revoked_token
    where id in (select id from oauth_revoked_token where expires_at < now() order by expires_at limit ${limit} for update skip locked)
    returning id`);

/** All statements that remove expired rows. */
const removeEnded: readonly Remove[] = [removeCodes, removeDevices, removeGrants, removeAssertions, removeRevoked];

/** Rows that one statement removes; larger batches would hold locks for too long. */
const AT_ONCE = 10_000;

/**
 * Removes expired rows in batches, until none is left.
 * @rule oauth.retention.ended
 */
export const removeEndedOauth: Timer = {
  name: 'remove-ended-oauth',
  milliseconds: 60_000,
  does: 'removes ended grants, codes, used assertions and revoked tokens of OAuth',
  async run({ db }) {
    for (const remove of removeEnded) while ((await remove(db.writer, AT_ONCE)).length === AT_ONCE);
  },
};
