/** The statements about the IP allowlist of a tenant and its entries. Each one checks the tenant. */
import { newId } from '../../../core/base/id.ts';
import { requireFound, notFound, Problem } from '../../../core/base/problem.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** The row of an allowlist. */
export type AllowlistRow = { description: string | null; enabled: boolean };

/** The row of an entry. `range` is the meaning of `ip`, such as `10.0.0.0/8`. */
export type EntryRow = { id: string; description: string; ip: string; range: string };

/** The noun of an entry in refusals. */
const ENTRY = 'Entry of the IP allowlist';

/** Selects the allowlist of the actor's tenant, if there is one. */
export const selectAllowlist = (tx: Tx, actor: Actor, lock: Sql = sql``): Promise<AllowlistRow | undefined> =>
  tx.one(sql`
    select description, enabled
    from ip_allowlist
    where tenant_id = ${actor.tenant}
    ${lock}`);

/** Selects the entries of the actor's tenant in the order of their creation, or those of them that fit a condition. */
export const selectEntries = (tx: Tx, actor: Actor, where: Sql = sql`true`): Promise<EntryRow[]> =>
  tx.rows(sql`
    select id, description, ip, range::text as range
    from ip_entry
    where tenant_id = ${actor.tenant}
      and ${where}
    order by id`);

/** Selects the entries that contain an address; undefined if the actor's tenant has no enabled allowlist. */
export const selectEntriesWith = async (tx: Tx, actor: Actor, address: string | undefined): Promise<EntryRow[] | undefined> =>
  (await selectAllowlist(tx, actor))?.enabled ? selectEntries(tx, actor, sql`range >>= ${address ?? null}::inet`) : undefined;

/** An allowlist with its entries. */
type WholeAllowlist = AllowlistRow & { entries: EntryRow[] };

/**
 * Finds the allowlist of the actor's tenant, or refuses if there is none.
 * @rule ip-allowlist.get.missing
 */
export async function findAllowlist(tx: Tx, actor: Actor): Promise<AllowlistRow> {
  return requireAllowlist(await selectAllowlist(tx, actor));
}

/** Locks the allowlist of the actor's tenant with its entries for a change, or refuses if there is none. */
export async function lockAllowlist(tx: Tx, actor: Actor): Promise<WholeAllowlist> {
  const allowlist = requireAllowlist(await selectAllowlist(tx, actor, sql`for update`));
  return { ...allowlist, entries: await selectEntries(tx, actor) };
}

/** Finds an entry among those of an allowlist. */
export const findEntry = (entries: readonly EntryRow[], id: string): EntryRow => {
  const entry = entries.find((candidate) => candidate.id === id.toLowerCase());
  return requireFound(entry, ENTRY, id);
};

/** Locks the allowlist of the actor's tenant for a change of one entry, and finds the entry. Without an allowlist, the entry is missing. */
export async function lockEntry(tx: Tx, actor: Actor, id: string): Promise<WholeAllowlist & { entry: EntryRow }> {
  const allowlist = requireFound(await selectAllowlist(tx, actor, sql`for update`), ENTRY, id);
  const entries = await selectEntries(tx, actor);
  return { ...allowlist, entries, entry: findEntry(entries, id) };
}

/** Requires that sent entries with an id are those of an allowlist. */
export function requireKnownEntries(entries: readonly EntryRow[], sent: readonly { id?: string | null | undefined }[]): void {
  const known = new Set(entries.map(({ id }) => id));
  const unknown = sent.flatMap(({ id }) => id ?? []).find((id) => !known.has(id.toLowerCase()));
  if (unknown !== undefined) throw notFound(ENTRY, unknown);
}

function requireAllowlist(allowlist: AllowlistRow | undefined): AllowlistRow {
  if (!allowlist) throw new Problem(404, 'not_found', 'There is no IP allowlist: create it with POST /security/ip-allowlist.');
  return allowlist;
}

/** Adds an allowlist without entries. */
export const insertAllowlist = (tx: Tx, actor: Actor, { description, enabled }: AllowlistRow): Promise<unknown> =>
  tx.rows(sql`
    insert into ip_allowlist (tenant_id, description, enabled, version)
    values (${actor.tenant}, ${description}, ${enabled}, ${newId()})`);

/** Changes an allowlist and its version. */
export const updateAllowlist = (tx: Tx, actor: Actor, { description, enabled }: AllowlistRow): Promise<unknown> =>
  tx.rows(sql`
    update ip_allowlist
    set description = ${description},
        enabled = ${enabled},
        version = ${newId()}
    where tenant_id = ${actor.tenant}`);

/** Disables the allowlists of all tenants, and returns the names of those that had an enabled one. */
export async function disableAllAllowlists(tx: Tx): Promise<string[]> {
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
export const upsertEntries = (tx: Tx, actor: Actor, entries: readonly EntryRow[]): Promise<unknown> =>
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
