/** When service accounts were last used, and for which operation. */
import type { Timer } from '../../../core/background/jobs.ts';
import { json, sql } from '../../../core/database/sql.ts';

/**
 * Stores the uses that a process has recorded. They are at most half a minute late.
 * @rule service-accounts.use.last
 */
export const storeAccountUsesTimer: Timer = {
  name: 'store-account-uses',
  milliseconds: 30_000,
  does: 'stores the last uses of service accounts',
  run: ({ db, identity: { accountUses } }) =>
    accountUses.flush((uses) =>
      // Locks the rows in the order of their ids, as other processes do.
      db.writer.rows(sql`
        update service_account s
        set last_used_at = u.at,
            last_used_api = u.api
        from (
          select locked.account_id, r.at, r.api
          from json_to_recordset(${json([...uses].map(([account, use]) => ({ account, ...use })))}::json) as r (account uuid, at timestamptz, api text)
          join service_account locked on locked.account_id = r.account
          order by locked.account_id
          for no key update of locked) u
        where s.account_id = u.account_id
          and (s.last_used_at is null or s.last_used_at < u.at)`),
    ),
};
