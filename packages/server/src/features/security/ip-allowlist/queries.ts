/** The SQL statements about IP allowlists. */
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { ObservationRow } from './json.ts';

/** The description and the state of an allowlist. */
export type AllowlistSettings = { description: string | null; enabled: boolean };

/** An entry to store. `range` is an address with a length, such as `10.0.0.0/8`. */
export type StoredEntry = { id: string; description: string; ip: string; range: string };

/** Adds an allowlist without entries. */
export const insertAllowlist = (tx: Tx, actor: Actor, { description, enabled }: AllowlistSettings): Promise<unknown> =>
  tx.rows(sql`
    insert into ip_allowlist (tenant_id, description, enabled, version)
    values (${actor.tenant}, ${description}, ${enabled}, ${newId()})`);

/** Changes an allowlist and its version. */
export const updateAllowlist = (tx: Tx, actor: Actor, { description, enabled }: AllowlistSettings): Promise<unknown> =>
  tx.rows(sql`
    update ip_allowlist
    set description = ${description},
        enabled = ${enabled},
        version = ${newId()}
    where tenant_id = ${actor.tenant}`);

/** Disables the allowlists of all tenants, and returns the names of those that had an enabled one. */
export async function disableAll(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(sql`
    update ip_allowlist l
    set enabled = false,
        version = ${newId()}
    from tenant t
    where t.id = l.tenant_id
      and l.enabled
    returning t.name`);
  return rows.map(({ name }) => name);
}

/** Removes an allowlist with its entries. */
export const removeAllowlist = (tx: Tx, actor: Actor): Promise<unknown> =>
  tx.rows(sql`
    delete from ip_allowlist
    where tenant_id = ${actor.tenant}`);

/** Adds entries, and updates those whose ids are stored. */
export const upsertEntries = (tx: Tx, actor: Actor, entries: readonly StoredEntry[]): Promise<unknown> =>
  tx.rows(sql`
    insert into ip_entry (id, tenant_id, description, ip, range)
    select e.id, ${actor.tenant}, e.description, e.ip, network(e.range)
    from json_to_recordset(${json([...entries])}::json) as e (id uuid, description text, ip text, range inet)
    on conflict (id) do update
    set description = excluded.description,
        ip = excluded.ip,
        range = excluded.range`);

/** Removes entries. */
export const removeEntries = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    delete from ip_entry
    where tenant_id = ${actor.tenant}
      and id = any (${[...ids]}::uuid[])`);

/** Selects the data for the admission of an account. */
export const selectAdmission = (tx: Tx, account: string): Promise<Pick<Actor, 'id' | 'tenant' | 'allowlist'> | undefined> =>
  tx.one(sql`
    select a.id, a.tenant_id as tenant, l.version as allowlist
    from account a
    left join ip_allowlist l on l.tenant_id = a.tenant_id and l.enabled
    where a.id = ${account}`);

/** Selects the version and the ranges of the allowlist of a tenant if it is enabled. */
export const selectEnabled = (tx: Tx, tenant: string): Promise<{ version: string; ranges: string[] } | undefined> =>
  tx.one(sql`
    select l.version,
           array(
             select e.range::text
             from ip_entry e
             where e.tenant_id = l.tenant_id) as ranges
    from ip_allowlist l
    where l.tenant_id = ${tenant}
      and l.enabled`);

/** A call of an account from an address. */
export type RecentAddress = { account: string; address: string; at: Date };

/** Stores the latest calls of accounts. Locks the rows in one order, as other processes do. */
export const upsertAddresses = (tx: Tx, calls: readonly RecentAddress[]): Promise<unknown> =>
  tx.rows(sql`
    insert into account_address (account_id, address, first_seen_at, last_seen_at)
    select a.id, c.address, c.at, c.at
    from json_to_recordset(${json([...calls])}::json) as c (account uuid, address inet, at timestamptz)
    join account a on a.id = c.account
    order by a.id, c.address
    on conflict (account_id, address) do update
    set last_seen_at = greatest(account_address.last_seen_at, excluded.last_seen_at)`);

/** Removes addresses from which no account called for seven days. */
export const removeOldAddresses = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    delete from account_address
    where last_seen_at < now() - interval '7 days'`);

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
