/** Pages of the audit log by number, with the exact number of entries. */
import type { Tx } from '../../../core/database/db.ts';
import { sql, unnamed } from '../../../core/database/sql.ts';
import type { Page, PageQuery } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleEntries } from './access.ts';
import { entryColumns, type AuditRow } from './json.ts';
import { selectNewestSeal } from './seal.ts';
import { firstIdOfHour, hourOfId, LAST_ID, millisecondsIn, type IdPeriod } from './times.ts';

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
  const { total, until, skip } = await selectBegin(tx, actor, period, offset);
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

type Begin = { total: number; until: string; skip: number };

/**
 * Counts the entries of a period, and finds where the page begins: the number of entries to skip before an id. Whole hours are not counted again,
 * because sealing has counted them; only entries without a seal are added.
 */
async function selectBegin(tx: Tx, actor: Actor, period: IdPeriod, offset: number): Promise<Begin> {
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

/** The newest entry of a tenant, which ends a period without an end. */
async function newestId(tx: Tx, actor: Actor): Promise<string> {
  const newest = await tx.one<{ id: string }>(sql`
    select e.id
    from audit_entry e
    where ${visibleEntries(actor)}
    order by e.id desc
    limit 1`);
  return newest?.id ?? firstIdOfHour(0);
}
