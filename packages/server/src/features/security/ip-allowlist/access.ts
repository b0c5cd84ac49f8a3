/** Finds and locks the IP allowlist of a tenant; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found, notFound, Problem } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { AllowlistRow, EntryRow } from './json.ts';

const ENTRY = 'Entry of the IP allowlist';

/** Selects the allowlist of the actor's tenant, if there is one. */
export const selectAllowlist = (tx: Tx, actor: Actor, lock: Sql = sql``): Promise<AllowlistRow | undefined> =>
  tx.one(sql`
    select description, enabled
    from ip_allowlist
    where tenant_id = ${actor.tenant}
    ${lock}`);

/** Selects the entries of the actor's tenant in the order of their creation. */
export const selectEntries = (tx: Tx, actor: Actor): Promise<EntryRow[]> =>
  tx.rows(sql`
    select id, description, ip, range::text as range
    from ip_entry
    where tenant_id = ${actor.tenant}
    order by id`);

/** Selects the entries that contain an address; undefined if the actor's tenant has no enabled allowlist. */
export async function entriesWith(tx: Tx, actor: Actor, address: string | undefined): Promise<EntryRow[] | undefined> {
  if (!(await selectAllowlist(tx, actor))?.enabled) return undefined;
  return tx.rows(sql`
    select id, description, ip, range::text as range
    from ip_entry
    where tenant_id = ${actor.tenant}
      and range >>= ${address ?? null}::inet
    order by id`);
}

/** An allowlist with its entries. */
export type WholeAllowlist = AllowlistRow & { entries: EntryRow[] };

/**
 * Finds the allowlist of the actor's tenant.
 * @rule ip-allowlist.get.missing
 */
export async function findAllowlist(tx: Tx, actor: Actor): Promise<AllowlistRow> {
  return (await selectAllowlist(tx, actor)) ?? refuseMissing();
}

/** Locks the allowlist of the actor's tenant with its entries for a change. */
export async function lockAllowlist(tx: Tx, actor: Actor): Promise<WholeAllowlist> {
  const allowlist = (await selectAllowlist(tx, actor, sql`for update`)) ?? refuseMissing();
  return { ...allowlist, entries: await selectEntries(tx, actor) };
}

/** Finds an entry among those of an allowlist. */
export const findEntry = (entries: readonly EntryRow[], id: string): EntryRow => {
  const entry = entries.find((candidate) => candidate.id === id.toLowerCase());
  return found(entry, ENTRY, id);
};

/** Locks the allowlist of the actor's tenant for a change of one entry, and finds the entry. Without an allowlist, the entry is missing. */
export async function lockEntry(tx: Tx, actor: Actor, id: string): Promise<WholeAllowlist & { entry: EntryRow }> {
  const allowlist = found(await selectAllowlist(tx, actor, sql`for update`), ENTRY, id);
  const entries = await selectEntries(tx, actor);
  return { ...allowlist, entries, entry: findEntry(entries, id) };
}

/** Requires that ids are those of entries of an allowlist. */
export function requireEntries(entries: readonly EntryRow[], ids: readonly string[]): void {
  const known = new Set(entries.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id.toLowerCase()));
  if (unknown !== undefined) throw notFound(ENTRY, unknown);
}

function refuseMissing(): never {
  throw new Problem(404, 'not_found', 'There is no IP allowlist: create it with POST /security/ip-allowlist.');
}
