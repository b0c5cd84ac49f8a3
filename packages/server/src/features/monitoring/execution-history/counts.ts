/**
 * Counts executions by status and time: from the counts of past hours, where buckets and filters allow it, and from the executions themselves in the other
 * parts of the period.
 */
import type { Schema } from '@millrace/contract';
import { sql, unnamed, type Sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type Period, selectCountedHours } from '../../processing/task-executions/index.ts';
import { workspacesSeenIn } from '../../security/held/index.ts';
import { conditionsOf, type HistoryKind, isEnded, statusOf, triggerTime } from './filters.ts';
import { gapsBetween, HOUR, joined } from './periods.ts';
import { type HistoryFilter, mayHaveStatus } from './rules.ts';

type Counts = Schema<'ExecutionCounts'>;

/** What is counted, for an actor. */
export type WantedCounts = {
  actor: Actor;
  environment: string;
  filters: readonly HistoryFilter[];
  exclude: 'PLAN_EXECUTIONS' | 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN';
  period: Period;
  /** The length of a bucket in milliseconds. */
  bucket: number;
  /** The beginning of the history. */
  since: Date;
};

type BucketRow = { at: Date; status: string; count: number };

/** The maximum number of executions that are read for a count whose filters no stored count matches. */
const MOST_READ = 30_000;
/** The fields whose indexes limit what is read. */
const INDEXED: ReadonlySet<string> = new Set(['taskId', 'id', 'cause']);

/** Counts the executions of a period. */
export async function countByStatus(tx: Tx, wanted: WantedCounts): Promise<Counts> {
  const { period, bucket, filters, since } = wanted;
  const from = new Date(Math.max(period.from.getTime(), since.getTime()));
  const rows: BucketRow[] = [];
  let isCapped = false;
  if (wantsAny(filters, isEnded)) {
    const parts = await partsOf(tx, wanted, { from, to: period.to });
    isCapped = parts.isCapped;
    rows.push(...(await countEnded(tx, wanted, parts)));
  }
  if (wantsAny(filters, (status) => !isEnded(status) && status !== 'EXECUTION_MISFIRED')) rows.push(...(await countOpen(tx, wanted, from)));
  rows.push(...(await countPlans(tx, wanted, from)));
  const shown = rows.filter(({ status }) => filters.every((filter) => mayHaveStatus(filter, status)));
  return { from: period.from.getTime(), to: period.to.getTime(), bucketMilliseconds: bucket, ...sumsOf(shown), isCapped };
}

const wantsAny = (filters: readonly HistoryFilter[], isOf: (status: string) => boolean): boolean =>
  filters.every((filter) => filter.field !== 'status' || !('values' in filter) || filter.operator === 'not_in' || filter.values.some(isOf));

function sumsOf(rows: readonly BucketRow[]): Pick<Counts, 'buckets' | 'totals'> {
  const buckets = new Map<number, Record<string, number>>();
  const totals: Record<string, number> = {};
  for (const { at, status, count } of rows) {
    const counts = buckets.get(at.getTime()) ?? {};
    buckets.set(at.getTime(), counts);
    counts[status] = (counts[status] ?? 0) + count;
    totals[status] = (totals[status] ?? 0) + count;
  }
  return { buckets: [...buckets].toSorted(([a], [b]) => a - b).map(([at, counts]) => ({ at, counts })), totals };
}

/** The parts of a period: those whose hours are counted, and those whose executions are read. */
type CountParts = { counted: Period[]; read: Period[]; isCapped: boolean };

/**
 * Chooses the hours whose stored counts are used: these know the workspace and the status, and an hour must be within one bucket. All else is read.
 * @rule execution-history.counts.exact
 */
async function partsOf(tx: Tx, wanted: WantedCounts, period: Period): Promise<CountParts> {
  const origin = wanted.period.from.getTime();
  const bucketNumber = (time: number): number => Math.floor((time - origin) / wanted.bucket);
  const hours = (await selectCountedHours(tx, period.from, period.to)).map(({ hour }) => hour.getTime());
  if (!wanted.filters.every(({ field }) => field === 'status' || field === 'workspaceId')) {
    const isNarrow = hours.length === 0 || wanted.filters.some(({ field, operator }) => INDEXED.has(field) && operator === 'in');
    const from = isNarrow ? period.from : await boundOf(tx, wanted, period);
    return { counted: [], read: [{ from, to: period.to }], isCapped: from > period.from };
  }
  const counted = joined(hours.filter((hour) => bucketNumber(hour) === bucketNumber(hour + HOUR - 1)));
  return { counted, read: gapsBetween(counted, period), isCapped: false };
}

/**
 * The time from which a period has few enough executions to read them, by the counts of its hours.
 * @rule execution-history.counts.capped
 */
async function boundOf(tx: Tx, { actor, environment, filters }: WantedCounts, { from, to }: Period): Promise<Date> {
  const { bound } = await tx.only<{ bound: Date | null }>(
    unnamed(sql`
    select max(s.hour) as bound
    from (
      select x.hour, sum(sum(x.count)) over (order by x.hour desc) as newer
      from task_execution_hour x
      where x.workspace_id = any (${workspacesSeenIn(actor, environment)})
        and x.hour >= ${from}
        and x.hour < ${to}
        and ${onWorkspaces(filters)}
      group by x.hour
    ) s
    where s.newer > ${MOST_READ}`),
  );
  return bound === null ? from : new Date(Math.max(from.getTime(), bound.getTime() + HOUR));
}

/** The conditions on the workspace of rows `x`. */
const onWorkspaces = (filters: readonly HistoryFilter[]): Sql =>
  conditionsOf(
    filters.filter(({ field }) => field === 'workspaceId'),
    'ended',
  ) ?? sql`false`;

const unnested = (periods: readonly Period[]): Sql =>
  sql`unnest(${periods.map(({ from }) => from)}::timestamptz[], ${periods.map(({ to }) => to)}::timestamptz[])`;

/** The rows `x` of a table within periods. One period stands in the condition itself: the database then estimates well which index is best. */
const within = (periods: readonly Period[], table: Sql, time: Sql): Sql =>
  periods.length === 1
    ? sql`${table} x join (select) one on ${time} >= ${periods[0]?.from} and ${time} < ${periods[0]?.to}`
    : sql`${unnested(periods)} g (from_at, to_at) join ${table} x on ${time} >= g.from_at and ${time} < g.to_at`;

/** The start of the bucket of a time. */
const bucketOf = ({ bucket, period }: WantedCounts, time: Sql): Sql =>
  sql`date_bin(make_interval(secs => ${bucket / 1000}::float8), ${time}, ${period.from}::timestamptz)`;

const withoutStatus = (filters: readonly HistoryFilter[]): HistoryFilter[] => filters.filter(({ field }) => field !== 'status');

/** The conditions on the rows of a kind, without those of the status; undefined if no row can meet them. */
function conditionsOn({ filters, exclude }: WantedCounts, kind: HistoryKind): Sql | undefined {
  if (kind === 'plans' && exclude === 'PLAN_EXECUTIONS') return undefined;
  const conditions = conditionsOf(withoutStatus(filters), kind);
  const ofPlan = kind !== 'plans' && exclude === 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN' ? sql`and x.plan_execution_id is null` : sql``;
  return conditions && sql`${conditions} ${ofPlan}`;
}

/** Counts ended executions of tasks. An hour of a workspace in which some had not ended when it was counted is read, too. */
async function countEnded(tx: Tx, wanted: WantedCounts, { counted, read }: CountParts): Promise<BucketRow[]> {
  const conditions = conditionsOn(wanted, 'ended');
  if (!conditions) return [];
  const { actor, environment, filters, exclude } = wanted;
  const seen = workspacesSeenIn(actor, environment);
  return tx.rows(
    unnamed(sql`
    with opened as materialized (
      select distinct o.workspace_id, o.hour
      from ${unnested(counted)} g (from_at, to_at)
      join task_execution_hour o on o.hour >= g.from_at and o.hour < g.to_at
      where o.outcome is null
        and o.workspace_id = any (${seen})
    ), stored as (
      select x.hour, x.outcome, sum(x.count) as count
      from ${within(counted, sql`task_execution_hour`, sql`x.hour`)}
      where x.workspace_id = any (${seen})
        and x.outcome is not null
        and ${onWorkspaces(filters)}
        and (${exclude === 'PLAN_EXECUTIONS'} or not x.of_plan)
        and not exists (
          select from opened o
          where o.workspace_id = x.workspace_id
            and o.hour = x.hour)
      group by x.hour, x.outcome
    ), found as (
      select ${bucketOf(wanted, sql`x.triggered_at`)} as at, x.outcome
      from ${within(read, sql`task_execution`, sql`x.triggered_at`)}
      where x.workspace_id = any (${seen})
        and x.outcome is not null
        and ${conditions}
      union all
      select ${bucketOf(wanted, sql`x.triggered_at`)}, x.outcome
      from opened o
      join task_execution x on x.workspace_id = o.workspace_id
       and x.triggered_at >= o.hour
       and x.triggered_at < o.hour + interval '1 hour'
      where x.outcome is not null
        and ${conditions}
    )
    select c.at, case c.outcome when 'EXECUTION_TERMINATED_SHUTDOWN' then 'EXECUTION_TERMINATED' else c.outcome end as status, sum(c.count)::int as count
    from (
      select ${bucketOf(wanted, sql`s.hour`)} as at, s.outcome, s.count
      from stored s
      union all
      select f.at, f.outcome, count(*)
      from found f
      group by f.at, f.outcome
    ) c
    group by c.at, c.outcome`),
  );
}

/** Counts the executions of tasks that have not ended. */
async function countOpen(tx: Tx, wanted: WantedCounts, from: Date): Promise<BucketRow[]> {
  const conditions = conditionsOn(wanted, 'open');
  if (!conditions) return [];
  return tx.rows(
    unnamed(sql`
    select ${bucketOf(wanted, sql`x.triggered_at`)} as at, ${statusOf('open')} as status, count(*)::int as count
    from live_execution l
    join task_execution x on x.id = l.execution_id
    where l.environment_id = ${wanted.environment}
      and x.workspace_id = any (${workspacesSeenIn(wanted.actor, wanted.environment)})
      and x.triggered_at >= ${from}
      and x.triggered_at < ${wanted.period.to}
      and ${conditions}
    group by 1, 2`),
  );
}

/** Counts the executions of plans. */
async function countPlans(tx: Tx, wanted: WantedCounts, from: Date): Promise<BucketRow[]> {
  const conditions = conditionsOn(wanted, 'plans');
  if (!conditions) return [];
  const statuses = conditionsOf(
    wanted.filters.filter(({ field }) => field === 'status'),
    'plans',
  );
  if (!statuses) return [];
  return tx.rows(
    unnamed(sql`
    select ${bucketOf(wanted, triggerTime('plans'))} as at, ${statusOf('plans')} as status, count(*)::int as count
    from plan_execution x
    where x.workspace_id = any (${workspacesSeenIn(wanted.actor, wanted.environment)})
      and x.started_at >= ${from}
      and x.started_at < ${wanted.period.to}
      and ${conditions}
      and ${statuses}
    group by 1, 2`),
  );
}
