/**
 * The period of a list, cut into spans whose number of executions is known: days and hours that timers have counted, and the gaps between them, which are
 * counted for the list.
 */
import { invalid } from '../../../../core/base/problem.ts';
import { and, type Sql, sql, unnamed, type Tx } from '../../../../core/database/sql.ts';
import type { TaskExecutionState } from '../life-cycle/states.ts';

/** The milliseconds of a day. */
const DAY = 86_400_000;

/** A period of trigger times, half-open. */
export type Period = { from: Date; to: Date };

/** The moment since which the history contains all executions. */
export const keptSince = (now: Date, historyDays: number): Date => new Date(now.getTime() - historyDays * DAY);

/**
 * The period of a list: `from` and `to`, else `lastDays` of the history, else all of it. Refuses one that is reversed, or longer than the history.
 * @rule task-executions.list.days
 * @rule task-executions.limits.period
 */
export function periodOf(filters: { lastDays?: number; from?: number; to?: number }, now: Date, historyDays: number): Period {
  const { lastDays, from, to } = filters;
  if (from === undefined && to === undefined)
    return { from: new Date(now.getTime() - Math.min(lastDays ?? historyDays, historyDays) * DAY), to: new Date(now.getTime() + DAY) };
  const end = to ?? Math.max(now.getTime(), from ?? 0);
  const start = from ?? end - historyDays * DAY;
  if (start > end) throw invalid('period_reversed', 'The period ends before it starts: "from" must not be later than "to".');
  if (end - start > historyDays * DAY)
    throw invalid('period_too_long', `The period is longer than ${historyDays} days: narrow "from" and "to".`);
  return { from: new Date(start), to: new Date(end) };
}

/** A counted part of a period, half-open: a day, with its name in the database, or an hour. */
export type CountedPart = { from: Date; to: Date; day?: string; count: number };

/** A part of a period, half-open; a gap lies between counted parts. */
export type PeriodPart = CountedPart & { isGap?: true };

/** Later years have five digits, which breaks the names of days; they contain no executions. */
const LAST = Date.UTC(9999, 0, 1);

/** The name of the day (in UTC) of a moment, such as 2026-01-31. */
export const nameOfDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The whole days of a period that begin at or after a moment: the first day, and the day after the last. */
export function wholeDays({ from, to }: Period, since: Date): { first: string; end: string } {
  const first = Math.ceil(Math.min(Math.max(from.getTime(), since.getTime()), LAST) / DAY) * DAY;
  const end = Math.floor(Math.min(to.getTime(), LAST) / DAY) * DAY;
  return { first: nameOfDay(first), end: nameOfDay(Math.max(first, end)) };
}

/** Cuts a period into its counted parts, newest first, and the gaps between them, which are still to be counted. */
export function spansOf({ from, to }: Period, parts: readonly CountedPart[]): PeriodPart[] {
  const gap = (begin: Date, end: Date): PeriodPart[] => (begin < end ? [{ from: begin, to: end, count: 0, isGap: true }] : []);
  const spans: PeriodPart[] = [];
  let end = to;
  for (const part of parts) {
    spans.push(...gap(part.to, end), part);
    end = part.from;
  }
  return [...spans, ...gap(from, end)];
}

/** The spans that contain a page, and the number of their entries that come before the page. */
export function spansOfPage(spans: readonly PeriodPart[], offset: number, limit: number): { spans: PeriodPart[]; skip: number } {
  const found: PeriodPart[] = [];
  let [before, skip] = [0, 0];
  for (const span of spans) {
    if (before >= offset + limit) break;
    if (before + span.count <= offset) skip += span.count;
    else if (span.count > 0) found.push(span);
    before += span.count;
  }
  return { spans: found, skip: offset - skip };
}

/** The executions of a list: those of a task, or those of an environment or workspace. Each condition includes the tenant and the right. */
export type ExecutionScope = {
  task?: string;
  /** The condition for the executions, or the counts of executions, of a table. */
  of(table: Sql): Sql;
};

/** The conditions of a list. */
export type WantedExecutions = {
  scope: ExecutionScope;
  statuses: readonly TaskExecutionState[];
  tags: readonly string[];
  period: Period;
  /** The history contains all executions since then. */
  kept: Date;
};

/** The condition that an execution `x` has all tags. */
export const hasTags = (tags: readonly string[]): Sql => (tags.length === 0 ? sql`true` : sql`x.tags @> ${[...tags]}::text[]`);

/**
 * The condition that rows of a table have one of the outcomes. `is true` prevents PostgreSQL from using the index on outcomes, which takes longer than
 * reading the rows of a day.
 */
export const hasOutcome = (statuses: readonly TaskExecutionState[], table: Sql): Sql =>
  statuses.length === 0 ? sql`true` : sql`(${table}.outcome = any (${[...statuses]})) is true`;

/** The condition for the counts `d` of days that match the list. */
export function dayCountsOf({ scope, statuses, tags }: WantedExecutions): Sql {
  const kind =
    scope.task !== undefined
      ? sql`d.task_id = ${scope.task}`
      : tags.length > 0
        ? sql`d.task_id is null and d.tags is not null and d.tags @> ${[...tags]}::text[]`
        : sql`d.task_id is null and d.tags is null`;
  return and([kind, scope.of(sql`d`), hasOutcome(statuses, sql`d`)]);
}

/** The counted days of the period, newest first. For a task, only the days on which it ran often. */
function selectCountedDays(tx: Tx, wanted: WantedExecutions): Promise<CountedPart[]> {
  const { first, end } = wholeDays(wanted.period, wanted.kept);
  const known =
    wanted.scope.task === undefined
      ? sql`true`
      : sql`exists (select from task_execution_day o where o.task_id = ${wanted.scope.task} and o.day = c.day)`;
  return tx.rows(
    unnamed(sql`
    select c.day::text as day, c.day::timestamp at time zone 'UTC' as "from", (c.day + 1)::timestamp at time zone 'UTC' as "to",
           coalesce(d.count, 0) as count
    from task_execution_counted_day c
    left join (
      select d.day, sum(d.count) as count
      from task_execution_day d
      where d.day >= ${first}::date
        and d.day < ${end}::date
        and ${dayCountsOf(wanted)}
      group by d.day
    ) d on d.day = c.day
    where c.day >= ${first}::date
      and c.day < ${end}::date
      and ${known}
    order by c.day desc`),
  );
}

/**
 * The counted hours of gaps, newest first. An hour is left out while one of its executions has not ended, because it is counted again afterwards.
 * Counts of hours know neither the task nor the tags.
 */
function selectHourCounts(tx: Tx, { scope, statuses, kept }: WantedExecutions, gaps: readonly PeriodPart[]): Promise<CountedPart[]> {
  return tx.rows(
    unnamed(sql`
    select c.hour as "from", c.hour + interval '1 hour' as "to", coalesce(d.count, 0) as count
    from ${periodsOf(gaps)}
    join task_execution_counted_hour c on c.hour >= g.from_at and c.hour + interval '1 hour' <= g.to_at
    left join (
      select d.hour, sum(d.count) as count
      from ${periodsOf(gaps)}
      cross join lateral (
        select w.tenant_id, h.workspace_id, h.hour, h.outcome, h.count
        from workspace w
        join task_execution_hour h on h.workspace_id = w.id
        where h.hour >= g.from_at
          and h.hour < g.to_at
      ) d
      where ${scope.of(sql`d`)}
        and ${hasOutcome(statuses, sql`d`)}
      group by d.hour
    ) d on d.hour = c.hour
    where c.hour >= ${kept}
      and not exists (
        select from task_execution_hour o
        where o.hour = c.hour
          and o.outcome is null)
    order by c.hour desc`),
  );
}

/** Cuts the period of a list into spans: counted days, then counted hours between them, then the gaps, whose executions are counted here. */
export async function selectSpans(tx: Tx, wanted: WantedExecutions): Promise<PeriodPart[]> {
  const days = await selectCountedDays(tx, wanted);
  const spans = spansOf(wanted.period, days);
  const gaps = spans.filter(({ isGap }) => isGap);
  if (gaps.length === 0 || wanted.scope.task !== undefined || wanted.tags.length > 0) return countGaps(tx, wanted, spans);
  const parts = [...days, ...(await selectHourCounts(tx, wanted, gaps))].toSorted((a, b) => b.from.getTime() - a.from.getTime());
  return countGaps(tx, wanted, spansOf(wanted.period, parts));
}

/** Counts the executions of the gaps between counted parts, and returns all spans with their counts. */
async function countGaps(tx: Tx, { scope, statuses, tags }: WantedExecutions, spans: PeriodPart[]): Promise<PeriodPart[]> {
  const gaps = spans.filter(({ isGap }) => isGap);
  if (gaps.length === 0) return spans;
  const counts = await tx.rows<{ count: number }>(
    unnamed(sql`
    select counted.count
    from ${periodsOf(gaps)}
    cross join lateral (
      select count(*) as count
      from task_execution x
      where ${scope.of(sql`x`)}
        and ${inPeriod}
        and ${hasOutcome(statuses, sql`x`)}
        and ${hasTags(tags)}
    ) counted
    order by g.position`),
  );
  for (const [index, gap] of gaps.entries()) gap.count = counts[index]?.count ?? 0;
  return spans;
}

/** Periods as rows `g`. */
export const periodsOf = (spans: readonly PeriodPart[]): Sql =>
  sql`unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[]) with ordinality g (from_at, to_at, position)`;

/** The condition that an execution `x` is in the period `g`. */
export const inPeriod = sql`x.triggered_at >= g.from_at and x.triggered_at < g.to_at`;
