/** The statements that read automatic starts from the executions that record them, and the cursors of their list. */
import type { Schema } from '@millrace/contract';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { readCursor, toCursor } from '../../../core/http/cursor-lists.ts';
import type { Actor } from '../../../identity/actor.ts';
import { visibleSchedules } from '../../orchestration/schedules/index.ts';
import { holdsRight, workspacesSeenIn } from '../../security/held/index.ts';
import { microsecondsOf, momentOfMicroseconds, statusOf } from '../execution-history/index.ts';

/** A start with its place in the order: the time in microseconds, and the id of its first execution. */
type FoundStart = { id: string; is_plan: boolean; at: number };

/** A search of an actor in a period, after a position. */
type StartSearch = {
  actor: Actor;
  environment: string;
  /** Only starts by this schedule. */
  schedule: StartedBySchedule | undefined;
  from: Date;
  to: Date;
  after: Pick<FoundStart, 'id' | 'at'> | undefined;
};

/** The conditions on executions `x` of tasks and of plans that a time trigger has recorded; of several attempts, the first one is the record. */
const OF_TASKS = sql`x.execution_type = 'SCHEDULED' and x.plan_execution_id is null and x.first_id is null`;
const OF_PLANS = sql`x.execution_type = 'SCHEDULED' and x.parent_step_id is null`;

/**
 * Selects the last starts of a period, newest first, from the workspaces that the actor may see.
 * @rule starts.search.right
 * @rule starts.search.order
 * @rule starts.search.records
 */
export function selectStarts(tx: Tx, search: StartSearch, most: number): Promise<FoundStart[]> {
  const part = (isPlan: boolean): Sql => {
    const at = isPlan ? sql`x.started_at` : sql`x.triggered_at`;
    const seen = workspacesSeenIn(search.actor, search.environment);
    const first = (workspace: Sql): Sql => sql`
      select x.id, ${isPlan}::boolean as is_plan, ${at} as moment
      from ${isPlan ? sql`plan_execution` : sql`task_execution`} x
      where x.workspace_id = ${workspace}
        and ${whereOf(search, at, isPlan)}
        and ${isPlan ? OF_PLANS : OF_TASKS}
      order by ${at} desc, x.id desc
      limit ${most}`;
    // The index of the task or plan of a schedule serves the order. Otherwise that of a workspace does, so each is searched on its own: then a long period
    // costs no more than a short one.
    if (search.schedule !== undefined) return first(sql`any (${seen})`);
    return sql`
      select x.id, x.is_plan, x.moment
      from unnest(${seen}) as seen (id)
      cross join lateral (${first(sql`seen.id`)}) x
      order by x.moment desc, x.id desc
      limit ${most}`;
  };
  return tx.rows(sql`
    select found.id, found.is_plan, ${microsecondsOf(sql`found.moment`)} as at
    from ((${part(false)}) union all (${part(true)})) found
    order by found.moment desc, found.id desc
    limit ${most}`);
}

/** Builds the condition on executions `x` of a workspace. */
function whereOf({ environment, schedule, from, to, after }: StartSearch, at: Sql, isPlan: boolean): Sql {
  const earlier = after && sql`(${at}, x.id) < (${momentOfMicroseconds(after.at)}, ${after.id}::uuid)`;
  return sql`
    x.environment_id = ${environment}
    and ${at} >= ${from}
    and ${at} < ${to}
    and ${earlier ?? sql`true`}
    and ${schedule === undefined ? sql`true` : isOfSchedule(schedule, at, isPlan)}`;
}

const isOfSchedule = ({ task_id: task, plan_id: planId, created_at: since }: StartedBySchedule, at: Sql, isPlan: boolean): Sql =>
  sql`${isPlan ? sql`x.plan_id = ${planId}` : sql`x.task_id = ${task}`} and ${at} >= ${since}`;

/** What a schedule starts, and since when. */
type StartedBySchedule = { task_id: string | null; plan_id: string | null; created_at: Date };

/**
 * Selects what a schedule starts that the actor may see. It is its own statement, because the database must know the task to choose its index.
 * @rule starts.search.schedule
 */
export const selectStartedBy = (tx: Tx, actor: Actor, schedule: string): Promise<StartedBySchedule | undefined> =>
  tx.one(sql`
    select s.task_id, s.plan_id, s.created_at
    from schedule s
    where s.id = ${schedule}
      and ${visibleSchedules(actor)}`);

/** A start. */
export type StartRow = {
  is_plan: boolean;
  owner_id: string;
  name: string;
  at: Date;
  execution_id: string;
  status: Schema<'AutomaticStart'>['status'];
  misfired_reason: Schema<'AutomaticStart'>['misfiredReason'] | null;
};

/** Reads starts in the order in which they were found. */
export async function selectStartDetails(tx: Tx, found: readonly FoundStart[]): Promise<StartRow[]> {
  const ids = (plans: boolean): string[] => found.flatMap(({ id, is_plan: isPlan }) => (isPlan === plans ? [id] : []));
  const rows = [...(await selectTaskStarts(tx, ids(false))), ...(await selectPlanStarts(tx, ids(true)))];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id }) => byId.get(id) ?? []);
}

type DetailRow = StartRow & { id: string };

/** @rule starts.search.attempts */
const selectTaskStarts = async (tx: Tx, ids: readonly string[]): Promise<DetailRow[]> =>
  ids.length === 0
    ? []
    : tx.rows(sql`
        select f.id, false as is_plan, f.task_id as owner_id, f.task_name as name, f.triggered_at as at, x.id as execution_id,
               ${statusOf('tasks')} as status, x.misfired_reason
        from task_execution f
        left join lateral (
          with recursive attempt (id, retried_as) as (
            select n.id, n.retried_as
            from task_execution n
            where n.id = f.retried_as
            union all
            select n.id, n.retried_as
            from attempt a
            join task_execution n on n.id = a.retried_as)
          select a.id
          from attempt a
          where a.retried_as is null
        ) last on f.retried_as is not null
        join task_execution x on x.id = coalesce(last.id, f.id)
        left join live_execution l on l.execution_id = x.id
        where f.id = any (${[...ids]})`);

const selectPlanStarts = async (tx: Tx, ids: readonly string[]): Promise<DetailRow[]> =>
  ids.length === 0
    ? []
    : tx.rows(sql`
        select x.id, true as is_plan, x.plan_id as owner_id, x.plan_name as name, x.started_at as at, x.id as execution_id,
               ${statusOf('plans')} as status, x.misfired_reason
        from plan_execution x
        where x.id = any (${[...ids]})`);

/** A schedule with its task or plan, if it has one. */
export type ScheduleRow = {
  id: string;
  is_plan: boolean;
  owner_id: string | null;
  name: string | null;
  paused: boolean;
  may_pause: boolean;
  next_at: Date | null;
};

/**
 * Selects the schedules that the actor may see, in the order of their ids in the request.
 * @rule starts.latest.visible
 */
export const selectSeenSchedules = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<ScheduleRow[]> =>
  tx.rows(sql`
    select s.id, s.plan_id is not null as is_plan, coalesce(s.task_id, s.plan_id) as owner_id, coalesce(t.name, p.name) as name,
           coalesce(t.paused_at, p.paused_at) is not null as paused,
           (select g.next_at from time_trigger g where g.schedule_id = s.id and g.next_at is not null order by g.next_at limit 1) as next_at,
           exists (
             select from workspace w
             where w.id = coalesce(t.workspace_id, p.workspace_id)
               and ${holdsRight(actor, 'EXECUTE')}) as may_pause
    from unnest(${[...new Set(ids)]}::uuid[]) with ordinality as wanted (id, position)
    join schedule s on s.id = wanted.id
    left join task t on t.id = s.task_id
    left join plan p on p.id = s.plan_id
    where ${visibleSchedules(actor)}
    order by wanted.position`);

/** The number of latest starts of a task or plan. */
const SHOWN = 10;
/** Executions of a task or plan that are searched for its latest starts. */
const SEARCHED = 100;

/**
 * Selects the latest starts of the tasks and plans of schedules, newest first.
 * @rule starts.latest.ten
 */
export async function selectLatestStarts(tx: Tx, schedules: readonly ScheduleRow[]): Promise<FoundStart[]> {
  const part = (isPlan: boolean): Sql => {
    const owners = schedules.flatMap(({ owner_id: id, is_plan: ofPlan }) => (id !== null && ofPlan === isPlan ? [id] : []));
    const at = isPlan ? sql`x.started_at` : sql`x.triggered_at`;
    return sql`
      select found.id, ${isPlan}::boolean as is_plan, found.at as moment
      from unnest(${owners}::uuid[]) as owner (id)
      cross join lateral (
        select x.id, x.at
        from (
          select x.id, ${at} as at, ${isPlan ? OF_PLANS : OF_TASKS} as is_start
          from ${isPlan ? sql`plan_execution` : sql`task_execution`} x
          where ${isPlan ? sql`x.plan_id` : sql`x.task_id`} = owner.id
          order by ${at} desc, x.id desc
          limit ${SEARCHED}
        ) x
        where x.is_start
        order by x.at desc, x.id desc
        limit ${SHOWN}
      ) found`;
  };
  return tx.rows(sql`
    select found.id, found.is_plan, ${microsecondsOf(sql`found.moment`)} as at
    from (${part(false)} union all ${part(true)}) found
    order by found.moment desc, found.id desc`);
}

/** The forms of the parts of a cursor: the time in microseconds, and the id. */
const FORMS = [/^\d{1,17}$/, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/];

/** Writes the position of a start. */
export const startsCursor = ({ at, id }: FoundStart): string => toCursor([String(at), id]);

/** Reads the position after which a page begins; undefined for the first page. */
export function readStartsCursor(cursor: string | undefined | null): StartSearch['after'] {
  if (!cursor) return undefined;
  const [at, id = ''] = readCursor(cursor, FORMS);
  return { at: Number(at), id };
}
