/** Pages of executions. Counts of past days and hours give the total and the position of a page; only the other executions are counted. */
import type { Schema } from '@millrace/contract';
import type { Limits } from '../../../../core/base/limits.ts';
import { type Sql, sql, unnamed, type Tx } from '../../../../core/database/sql.ts';
import { type Page, pageOf, type PageQuery, selectPage } from '../../../../core/http/paging.ts';
import type { Actor } from '../../../../identity/actor.ts';
import { requireFittingWorkspace } from '../../../orchestration/workspaces/index.ts';
import { inWorkspace, visibleScope } from '../../../security/held/index.ts';
import { detailsOf, isOutcome } from '../life-cycle/states.ts';
import { executionColumns, type ExecutionRow, joinOfLive } from '../life-cycle/executions.ts';
import {
  dayCountsOf,
  type ExecutionScope,
  hasOutcome,
  hasTags,
  inPeriod,
  keptSince,
  nameOfDay,
  type Period,
  periodOf,
  type PeriodPart,
  periodsOf,
  selectSpans,
  spansOfPage,
  type WantedExecutions,
} from './spans.ts';

const tasks = inWorkspace({ noun: 'Task', table: sql`task`, alias: sql`t` });

/**
 * The executions that a list shows to an actor.
 * @rule task-executions.list.right
 */
async function listedExecutions(
  tx: Tx,
  actor: Actor,
  { taskId, ...filters }: { taskId?: string | undefined; environmentId?: string | undefined; workspaceId?: string | undefined },
): Promise<ExecutionScope> {
  if (taskId === undefined) return visibleScope(tx, actor, filters);
  return { task: taskId, of: (table) => sql`${table}.task_id = (${tasks.idOf(actor, taskId)})` };
}

/** A page of executions that have not ended. A short status stands for outcomes or for statuses before the end, never for both. */
const selectUnfinishedPage = (tx: Tx, { scope, statuses, tags, period }: WantedExecutions, page: PageQuery): Promise<Page<ExecutionRow>> =>
  selectPage(tx, {
    id: sql`x.id`,
    from: sql`live_execution l join task_execution x on x.id = l.execution_id`,
    where: sql`${scope.of(sql`x`)} and ${within(period)} and l.status = any (${[...statuses]}) and ${hasTags(tags)}`,
    order: [sql`x.triggered_at desc, x.id desc`, sql`x.triggered_at, x.id`],
    columns: executionColumns,
    of: shownTables,
    ...pageOf(page),
  });

const shownTables = sql`
  join task_execution x on x.id = found.id
  ${joinOfLive}`;

const within = ({ from, to }: Period): Sql => sql`x.triggered_at >= ${from} and x.triggered_at < ${to}`;

/** The rows of a page, which is in some spans of the period. */
function selectRows(tx: Tx, wanted: WantedExecutions, spans: readonly PeriodPart[], limit: number, skip: number): Promise<ExecutionRow[]> {
  const filters = sql`${hasOutcome(wanted.statuses, sql`x`)} and ${hasTags(wanted.tags)}`;
  const from = isRare(wanted, spans)
    ? narrowed(wanted, spans)
    : sql`task_execution x where ${wanted.scope.of(sql`x`)} and ${within(around(spans))} and ${filters}`;
  return tx.rows(
    unnamed(sql`
    select ${executionColumns}
    from (
      select x.id
      from ${from}
      order by x.triggered_at desc, x.id desc
      limit ${limit}
      offset ${skip}
    ) found
    ${shownTables}
    order by x.triggered_at desc, x.id desc`),
  );
}

/** Returns whether reading the days in order would skip far more rows than it returns. */
const isRare = ({ statuses, tags }: WantedExecutions, spans: readonly PeriodPart[]): boolean =>
  statuses.length + tags.length > 0 && spans.some(({ count }) => count < RARE);

/** The number of matches in a span from which reading in order is faster. */
const RARE = 2000;

/** The period from the beginning of the earliest span to the end of the latest one; the spans between them that are left out have no match. */
const around = (spans: readonly PeriodPart[]): Period => ({
  from: spans.at(-1)?.from ?? new Date(0),
  to: spans[0]?.to ?? new Date(0),
});

/** Reads only the workspaces of counted days that have a match, and finds executions with few tags by their tags. Hours and gaps are read as a whole. */
function narrowed(wanted: WantedExecutions, spans: readonly PeriodPart[]): Sql {
  const { scope, statuses, tags } = wanted;
  const filters = sql`${hasOutcome(statuses, sql`x`)} and ${hasTags(tags)}`;
  const ofScope = inParts(
    periodsOf(spans.filter(({ day }) => scope.task !== undefined || day === undefined)),
    sql`${scope.of(sql`x`)} and ${filters}`,
  );
  if (scope.task !== undefined) return sql`(${ofScope}) x`;
  const days = spans.flatMap(({ day, from }) => (day === undefined ? [] : [nameOfDay(from.getTime())]));
  const parts = (column: Sql, condition: Sql): Sql => sql`(
    select distinct ${column}, d.day::timestamp at time zone 'UTC' as from_at, (d.day + 1)::timestamp at time zone 'UTC' as to_at
    from task_execution_day d
    where d.day = any (${days}::date[])
      and ${condition}
      and ${dayCountsOf(wanted)}) g`;
  const byWorkspace = (condition: (table: Sql) => Sql): Sql =>
    inParts(parts(sql`d.workspace_id`, condition(sql`d`)), sql`x.workspace_id = g.workspace_id and ${filters} and ${condition(sql`x`)}`);
  if (tags.length === 0) return sql`(${byWorkspace(() => sql`true`)} union all ${ofScope}) x`;
  const byTags = inParts(
    parts(sql`d.tags`, hasFewTags(sql`d`)),
    sql`x.tags = g.tags and ${hasFewTags(sql`x`)} and ${scope.of(sql`x`)} and ${hasOutcome(statuses, sql`x`)}`,
  );
  return sql`(${byTags} union all ${byWorkspace((table) => sql`cardinality(${table}.tags) > ${INDEXED_TAGS}`)} union all ${ofScope}) x`;
}

/** The number of tags up to which an execution is in the index by tags. */
const INDEXED_TAGS = sql`6`;
const hasFewTags = (table: Sql): Sql => sql`${table}.tags <> '{}' and cardinality(${table}.tags) <= ${INDEXED_TAGS}`;

/**
 * Reads the executions of parts `g` of the history, one part after the other. `offset 0` prevents PostgreSQL, which does not know that there are few
 * parts, from joining them with the whole table.
 */
const inParts = (parts: Sql, condition: Sql): Sql => sql`
  select x.id, x.triggered_at
  from ${parts}
  cross join lateral (
    select x.id, x.triggered_at
    from task_execution x
    where ${condition}
      and ${inPeriod}
    offset 0
  ) x`;

/**
 * A page of all executions, for the two lists with filters. Refuses a workspace of another environment than the named one.
 * @rule task-executions.list.place
 */
export async function listFiltered(
  { actor, tx, now, settings: { limits } }: { actor: Actor; tx: Tx; now: Date; settings: { limits: Limits } },
  sent: Schema<'TaskExecutionsFilters'>,
): Promise<Page<ExecutionRow>> {
  const { environmentId, workspaceId, status, tags } = sent;
  const period = periodOf(sent, now, limits.historyDays);
  await requireFittingWorkspace(tx, actor, sent);

  const filters = { environmentId, workspaceId, status, tags, period, kept: keptSince(now, limits.historyDays) };
  return selectExecutions(tx, actor, filters, sent);
}

/** The filters of a list; the history still contains all executions since `kept`. */
type TaskExecutionFilters = {
  environmentId?: string | undefined;
  workspaceId?: string | undefined;
  taskId?: string | undefined;
  status?: string | undefined;
  tags?: readonly string[] | undefined;
  period: Period;
  kept: Date;
};

/**
 * A page of executions, newest first. The transaction must give all statements the same state of the database.
 * @rule task-executions.list.order
 * @rule task-executions.list.status
 * @rule task-executions.list.tags
 * @rule task-executions.list.window
 */
export async function selectExecutions(tx: Tx, actor: Actor, filters: TaskExecutionFilters, page: PageQuery): Promise<Page<ExecutionRow>> {
  const { status, tags = [], period, kept } = filters;
  const { limit = 100, offset = 0 } = page;
  const scope = await listedExecutions(tx, actor, filters);
  const statuses = status === undefined ? [] : detailsOf(status);
  const conditions = { scope, statuses, tags, period, kept };
  if (statuses.some((state) => !isOutcome(state))) return selectUnfinishedPage(tx, conditions, page);

  const spans = await selectSpans(tx, conditions);
  const total = spans.reduce((sum, { count }) => sum + count, 0);
  const pagePart = spansOfPage(spans, offset, limit);
  return { total, rows: pagePart.spans.length === 0 ? [] : await selectRows(tx, conditions, pagePart.spans, limit, pagePart.skip) };
}
