/** The statements that read entries of the audit log: single ones, and pages by number. Each one checks the tenant. */
import { type Sql, sql, unnamed, type Tx } from '../../../core/database/sql.ts';
import type { Page, PageQuery } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant } from '../held/index.ts';
import { selectNewestSeal } from './seals.ts';
import { firstIdOfHour, hourOfId, type IdPeriod, LAST_ID, millisecondsIn } from './entry.ts';

/** The row of an entry. */
export type AuditRow = {
  id: string;
  tenant_id: string;
  account_id: string | null;
  action: string;
  login: string;
  email: string;
  request_id: string;
  client_address: string;
  method: string;
  url: string;
  user_agent: string | null;
  request_body: string | null;
  status: number;
  response_body: string | null;
};

/** The columns of `AuditRow`, for statements with the alias `e` of audit_entry. */
export const entryColumns: Sql = sql`
  e.id, e.tenant_id, e.account_id, e.action, e.login, e.email, e.request_id, e.client_address, e.method, e.url, e.user_agent, e.request_body,
  e.status, e.response_body`;

const guard = inTenant({ noun: 'Audit entry', table: sql`audit_entry`, alias: sql`e` });

/**
 * Builds the condition for the entries that a caller sees, of the table or alias `e`.
 * @rule audit-log.all.tenant
 */
export const visibleEntries = guard.visible;

/** Finds an entry of the actor's tenant. */
export const findAuditEntry = (tx: Tx, actor: Actor, id: string): Promise<AuditRow> => guard.find(tx, actor, id, { columns: entryColumns });

/** Returns whether an id is that of an entry of the actor's tenant. */
export const isEntry = (tx: Tx, actor: Actor, id: string): Promise<boolean> =>
  tx.any(sql`
    select
    from audit_entry e
    where e.id = ${id}
      and ${visibleEntries(actor)}`);

/**
 * Selects a page of a period, newest first. Both statements must see the same state: the caller runs them in a transaction 'read only'.
 * @rule audit-log.list.page
 */
export async function selectLogPage(
  tx: Tx,
  actor: Actor,
  period: IdPeriod,
  { limit = 100, offset = 0 }: PageQuery,
): Promise<Page<AuditRow>> {
  const { total, until, skip } = await findPageStart(tx, actor, period, offset);
  if (offset >= total) return { total, rows: [] };
  const rows = await tx.rows<AuditRow>(sql`
    select ${entryColumns}
    from audit_entry e
    where ${visibleEntries(actor)}
      and e.id >= ${period.from}
      and e.id < ${until}
    order by e.id desc
    limit ${limit}
    offset ${skip}`);
  return { total, rows };
}

type PageStart = { total: number; until: string; skip: number };

/**
 * Counts the entries of a period, and finds where the page begins: the number of entries to skip before an id. Whole hours are not counted again,
 * because sealing has counted them; only entries without a seal are added.
 */
async function findPageStart(tx: Tx, actor: Actor, period: IdPeriod, offset: number): Promise<PageStart> {
  const firstHour = hourOfId(period.from) + 1;
  const lastHour = hourOfId(period.to === LAST_ID ? await newestId(tx, actor) : period.to);
  const bounds = { low: firstIdOfHour(firstHour), high: firstIdOfHour(Math.max(firstHour, lastHour)) };
  // Read first, so that the database knows that few entries have larger numbers.
  const sealed = (await selectNewestSeal(tx))?.until ?? 0;
  const { later, earlier, within, hour, before } = await tx.only<{
    later: number;
    earlier: number;
    within: number;
    hour: number | null;
    before: number | null;
  }>(
    unnamed(sql`
    with fresh as materialized (
      select e.id, e.tenant_id
      from audit_entry e
      where e.number > ${sealed}
    ), edge as (
      select (select count(*)
              from audit_entry e
              where ${visibleEntries(actor)}
                and e.id >= greatest(${period.from}::uuid, ${bounds.high}::uuid)
                and e.id < ${period.to}) as later,
             (select count(*)
              from audit_entry e
              where ${visibleEntries(actor)}
                and e.id >= ${period.from}
                and e.id < least(${period.to}::uuid, ${bounds.low}::uuid)) as earlier
    ), counted as (
      select h.hour, h.entries
      from audit_hour h
      where h.tenant_id = ${actor.tenant}
        and h.hour >= ${firstHour}
        and h.hour < ${lastHour}
      union all
      select (${millisecondsIn(sql`e.id`)} / 3600000)::integer, count(*)
      from fresh e
      where ${visibleEntries(actor)}
        and e.id >= ${bounds.low}
        and e.id < ${bounds.high}
      group by 1
    ), summed as (
      select c.hour, sum(c.entries) as entries, sum(sum(c.entries)) over (order by c.hour desc) as through
      from counted c
      group by c.hour
    ), place as (
      select s.hour, s.through - s.entries as before
      from summed s
      where s.through > ${offset} - (select later from edge)
      order by s.hour desc
      limit 1
    )
    select edge.later, edge.earlier, coalesce((select sum(s.entries) from summed s), 0)::bigint as within, place.hour, place.before::bigint as before
    from edge
    left join place on true`),
  );
  const total = later + within + earlier;
  // If low is not below high, the period has no whole hour, and the first edge is the whole period.
  if (offset < later) return { total, until: period.to, skip: offset };
  if (hour !== null && before !== null) return { total, until: firstIdOfHour(hour + 1), skip: offset - later - before };
  return { total, until: bounds.low < period.to ? bounds.low : period.to, skip: offset - later - within };
}

/** Returns the id of the newest entry of the tenant, which ends a period without an end; the first id of all if there is no entry. */
async function newestId(tx: Tx, actor: Actor): Promise<string> {
  const newest = await tx.one<{ id: string }>(sql`
    select e.id
    from audit_entry e
    where ${visibleEntries(actor)}
    order by e.id desc
    limit 1`);
  return newest?.id ?? firstIdOfHour(0);
}
