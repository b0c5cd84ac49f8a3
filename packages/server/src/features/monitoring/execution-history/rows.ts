/** The SQL statements that search the history, and the cursors of a search. */
import { invalid } from '../../../core/base/problem.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { readCursor, toCursor } from '../../../core/http/cursor-lists.ts';
import type { Actor } from '../../../identity/actor.ts';
import { workspacesSeenIn } from '../../security/held/index.ts';
import { conditionsOf, type HistoryKind, triggerTime } from './filters.ts';
import type { HistoryFilter } from './rules.ts';

/**
 * Builds the condition for the executions `x` of an environment in workspaces that the actor may see.
 * @rule execution-history.search.right
 */
const visibleHistory = (actor: Actor, environment: string): Sql => sql`
  x.environment_id = ${environment}
  and x.workspace_id = any (${workspacesSeenIn(actor, environment)})`;

/** A search of an actor. It leaves out either plan executions or task executions that a plan started. */
export type HistorySearch = {
  actor: Actor;
  environment: string;
  filters: readonly HistoryFilter[];
  exclude: 'PLAN_EXECUTIONS' | 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN';
  /** The beginning of the history. */
  since: Date;
  /** The position after which the page begins. */
  after?: FoundExecution | undefined;
};

/** An execution with its sort key: the times in microseconds. */
type FoundExecution = { id: string; is_plan: boolean; ended: number | null; triggered: number };

/** Builds the condition on rows `x`, and `l` for unfinished executions; undefined if no row of the kind can meet it. */
function whereOf({ actor, environment, filters, exclude, since }: HistorySearch, kind: HistoryKind): Sql | undefined {
  if (kind === 'plans' && exclude === 'PLAN_EXECUTIONS') return undefined;
  const conditions = conditionsOf(filters, kind);
  if (!conditions) return undefined;
  const withoutPlan = kind !== 'plans' && exclude === 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN' ? sql`and x.plan_execution_id is null` : sql``;
  return sql`
    ${visibleHistory(actor, environment)}
    and ${triggerTime(kind)} >= ${since}
    ${withoutPlan}
    and ${conditions}`;
}

/** Builds the time of microseconds since 1970. Multiplying an interval is exact; converting seconds with a fraction is not. */
export const momentOfMicroseconds = (time: number): Sql => sql`(timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond')`;

/** Builds the condition that row `x` comes after the position, in the order of the search. Unfinished executions come first. */
function isAfterPosition({ after }: HistorySearch, kind: Exclude<HistoryKind, 'tasks'>): Sql {
  if (!after) return sql`true`;
  const { ended, triggered, id } = after;
  const isAfterTrigger = sql`(${triggerTime(kind)}, x.id) > (${momentOfMicroseconds(triggered)}, ${id}::uuid)`;
  if (ended === null)
    return kind === 'ended' ? sql`true` : kind === 'open' ? isAfterTrigger : sql`(x.finished_at is not null or ${isAfterTrigger})`;
  return sql`(x.finished_at < ${momentOfMicroseconds(ended)} or x.finished_at = ${momentOfMicroseconds(ended)} and ${isAfterTrigger})`;
}

/** Builds the microseconds since 1970 of a time. */
export const microsecondsOf = (moment: Sql): Sql => sql`(extract(epoch from ${moment}) * 1000000)::bigint`;

/**
 * Selects the first executions: unfinished ones, then those that ended last; at the same time, those that were triggered first.
 * @rule execution-history.search.order
 */
export async function selectFirstExecutions(tx: Tx, search: HistorySearch, most: number): Promise<FoundExecution[]> {
  const found = [...(await selectOpen(tx, search, most)), ...(await selectPlans(tx, search, most))];
  const open = found.filter(({ ended }) => ended === null).length;
  if (open < most) found.push(...(await selectEnded(tx, search, most - open)));
  return found.toSorted(compare).slice(0, most);
}

function compare(one: FoundExecution, other: FoundExecution): number {
  const ended = (other.ended ?? Number.POSITIVE_INFINITY) - (one.ended ?? Number.POSITIVE_INFINITY);
  return ended || one.triggered - other.triggered || (one.id < other.id ? -1 : 1);
}

async function selectOpen(tx: Tx, search: HistorySearch, most: number): Promise<FoundExecution[]> {
  const where = whereOf(search, 'open');
  if (!where || (search.after && search.after.ended !== null)) return [];
  return tx.rows(sql`
    select x.id, false as is_plan, null as ended, ${microsecondsOf(sql`x.triggered_at`)} as triggered
    from live_execution l
    join task_execution x on x.id = l.execution_id
    where l.environment_id = ${search.environment}
      and ${where}
      and ${isAfterPosition(search, 'open')}
    order by x.triggered_at, x.id
    limit ${most}`);
}

/**
 * Selects the executions that ended last. There is no ordered index by end, so the statement needs a lower bound. The `most` newest executions have all
 * ended since the earliest of their ends, so the `most` that ended last have, too. A block range index (brin) serves this bound. After a position, the
 * newest are those that were triggered before its end; if there are fewer than `most` of them, all remaining ones are read.
 */
async function selectEnded(tx: Tx, search: HistorySearch, most: number): Promise<FoundExecution[]> {
  const where = whereOf(search, 'ended');
  if (!where) return [];
  const later = isAfterPosition(search, 'ended');
  const ended = search.after?.ended ?? undefined;
  const newest = ended === undefined ? sql`true` : sql`x.triggered_at <= ${momentOfMicroseconds(ended)}`;
  const { since, found } = await tx.only<{ since: Date | null; found: number }>(sql`
    select min(newest.finished_at) as since, count(*)::int as found
    from (
      select x.finished_at
      from task_execution x
      where ${where}
        and x.outcome is not null
        and ${newest}
        and ${later}
      order by x.triggered_at desc, x.id desc
      limit ${most}
    ) newest`);
  const isRest = ended !== undefined && found < most;
  if (since === null && !isRest) return [];
  return tx.rows(sql`
    select x.id, false as is_plan, ${microsecondsOf(sql`x.finished_at`)} as ended, ${microsecondsOf(sql`x.triggered_at`)} as triggered
    from task_execution x
    where ${where}
      and x.outcome is not null
      and ${isRest ? sql`true` : sql`x.finished_at >= ${since}`}
      and ${later}
    order by x.finished_at desc, x.triggered_at, x.id
    limit ${most}`);
}

async function selectPlans(tx: Tx, search: HistorySearch, most: number): Promise<FoundExecution[]> {
  const where = whereOf(search, 'plans');
  if (!where) return [];
  return tx.rows(sql`
    select x.id, true as is_plan, ${microsecondsOf(sql`x.finished_at`)} as ended, ${microsecondsOf(sql`x.started_at`)} as triggered
    from plan_execution x
    where ${where}
      and ${isAfterPosition(search, 'plans')}
    order by x.finished_at desc, x.started_at, x.id
    limit ${most}`);
}

/** A position in the order of the download; `moment` is the trigger time as text, which keeps the microseconds. */
export type HistoryPosition = { id: string; moment: string };

/** Finds the position of an execution that the actor may see; undefined for any other. */
export const selectPosition = (tx: Tx, { actor, environment }: HistorySearch, id: string): Promise<HistoryPosition | undefined> =>
  tx.one(sql`
    select x.id, x.triggered_at::text as moment
    from task_execution x
    where x.id = ${id}
      and ${visibleHistory(actor, environment)}
    union all
    select x.id, x.started_at::text
    from plan_execution x
    where x.id = ${id}
      and ${visibleHistory(actor, environment)}`);

/**
 * Selects the next executions after a position, newest first.
 * @rule execution-history.download.order
 */
export async function selectNextExecutions(
  tx: Tx,
  search: HistorySearch,
  after: HistoryPosition | undefined,
  most: number,
): Promise<(HistoryPosition & { is_plan: boolean })[]> {
  const [tasks, plans] = [whereOf(search, 'tasks'), whereOf(search, 'plans')];
  const isAfter = (moment: Sql): Sql => (after ? sql`(${moment}, x.id) < (${after.moment}::timestamptz, ${after.id}::uuid)` : sql`true`);
  const found: (HistoryPosition & { is_plan: boolean; at: number })[] = [];
  if (tasks)
    found.push(
      ...(await tx.rows<(typeof found)[number]>(sql`
        select x.id, false as is_plan, x.triggered_at::text as moment, ${microsecondsOf(sql`x.triggered_at`)} as at
        from task_execution x
        left join live_execution l on l.execution_id = x.id
        where ${tasks}
          and ${isAfter(sql`x.triggered_at`)}
        order by x.triggered_at desc, x.id desc
        limit ${most}`)),
    );
  if (plans)
    found.push(
      ...(await tx.rows<(typeof found)[number]>(sql`
        select x.id, true as is_plan, x.started_at::text as moment, ${microsecondsOf(sql`x.started_at`)} as at
        from plan_execution x
        where ${plans}
          and ${isAfter(sql`x.started_at`)}
        order by x.started_at desc, x.id desc
        limit ${most}`)),
    );
  return found.toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1)).slice(0, most);
}

/** The forms of the parts of a cursor: the time of the end in microseconds, empty without an end; the trigger time; the id. */
const FORMS = [/^\d{0,17}$/, /^\d{1,17}$/, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/];

/** Writes the position of an execution. */
export const historyCursor = ({ ended, triggered, id }: FoundExecution): string => toCursor([String(ended ?? ''), String(triggered), id]);

/**
 * Reads the position after which a page begins; undefined for the first page. Refuses a malformed cursor, and one beside an offset.
 * @rule execution-history.search.cursor
 */
export function readHistoryCursor(cursor: string | undefined | null, offset: number): FoundExecution | undefined {
  if (!cursor) return undefined;
  if (offset > 0) throw invalid('malformed_request', 'Send either body.cursor or body.offset: a cursor says where the page begins.');
  const [ended = '', triggered, id = ''] = readCursor(cursor, FORMS);
  return { ended: ended === '' ? null : Number(ended), triggered: Number(triggered), id, is_plan: false };
}
