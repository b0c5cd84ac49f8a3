/** The addresses from which accounts called lately. They show which calls an allowlist would refuse before it is enabled. */
import type { Timer } from '../../../core/background/jobs.ts';
import { now } from '../../../core/base/clock.ts';
import { WriteBuffer } from '../../../core/base/in-memory.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** The maximum number of pairs of account and address in memory, because a caller can use many IPv6 addresses. */
const MAX_PAIRS = 10_000;

/** A call of an account from an address. */
type RecentAddress = { account: string; address: string; at: Date };

/** The latest calls, by account and address, that this process has not stored yet. */
export class RecentAddresses extends WriteBuffer<RecentAddress> {
  /** Records that an account calls from an address now. */
  note(account: string, address: string): void {
    const key = `${account} ${address}`;
    if (address === 'unknown' || (this.size >= MAX_PAIRS && !this.has(key))) return;
    this.set(key, { account, address, at: now() });
  }
}

/** Stores the addresses that a process has recorded. They are at most half a minute late. */
export const storeAddressesTimer: Timer = {
  name: 'store-addresses',
  milliseconds: 30_000,
  does: 'stores the addresses of callers',
  run: ({ db, processState }) =>
    processState
      .of(RecentAddresses, () => new RecentAddresses())
      .flush((calls) =>
        // Locks the rows in one order, as other processes do.
        db.writer.rows(sql`
        insert into account_address (account_id, address, first_seen_at, last_seen_at)
        select a.id, c.address, c.at, c.at
        from json_to_recordset(${json([...calls.values()])}::json) as c (account uuid, address inet, at timestamptz)
        join account a on a.id = c.account
        order by a.id, c.address
        on conflict (account_id, address) do update
        set last_seen_at = greatest(account_address.last_seen_at, excluded.last_seen_at)`),
      ),
};

/** Removes addresses from which no account called for a week. */
export const removeOldAddressesTimer: Timer = {
  name: 'remove-old-addresses',
  milliseconds: 3_600_000,
  does: 'removes addresses from which no account called for a week',
  async run({ db }) {
    await db.writer.rows(sql`
      delete from account_address
      where last_seen_at < now() - interval '7 days'`);
  },
};

/** The row of an observation. */
export type ObservationRow = {
  id: string;
  user_type: 'HUMAN' | 'SERVICE';
  name: string;
  address: string;
  first_seen_at: Date;
  last_seen_at: Date;
};

/** The maximum number of observations in the list. */
const MAX_OBSERVATIONS = 1000;

/**
 * Selects the calls of the last seven days that the stored allowlist refuses, the latest first.
 * @rule ip-allowlist.observations.week
 */
export const selectObservations = (tx: Tx, actor: Actor): Promise<ObservationRow[]> =>
  tx.rows(sql`
    select a.id, a.user_type, case when a.user_type = 'HUMAN' then a.login else a.first_name end as name,
           host(c.address) as address, c.first_seen_at, c.last_seen_at
    from account a
    join ip_allowlist l on l.tenant_id = a.tenant_id
    join account_address c on c.account_id = a.id
    where a.tenant_id = ${actor.tenant}
      and c.last_seen_at > now() - interval '7 days'
      and not exists (
        select
        from ip_entry e
        where e.tenant_id = a.tenant_id
          and e.range >>= c.address)
    order by c.last_seen_at desc, a.id, c.address
    limit ${MAX_OBSERVATIONS}`);
