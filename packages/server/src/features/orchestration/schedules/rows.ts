/** The statements about schedules. Each one that finds or locks a schedule checks the tenant and the right. */
import type { Schema } from '@millrace/contract';
import { Problem } from '../../../core/base/problem.ts';
import { and, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type Page, pageOf, type PageQuery, selectPage } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsInEnvironment, holdsRight, inTenant, lacksRight, requireRightOf, visibleScope } from '../../security/held/index.ts';
import { requireFreeFor } from './rules.ts';
import { belongsTo, type Owner, setNextFireTimes } from './trigger-rows.ts';

/** The row of a schedule, with its triggers. */
type ScheduleRow = {
  id: string;
  description: string | null;
  environment_id: string;
  task_id: string | null;
  plan_id: string | null;
  triggers: Schema<'ScheduleTrigger'>[];
};

/** The columns of `ScheduleRow`, for statements with the alias `s`. */
const scheduleColumns: Sql = sql`
  s.id, s.description, s.environment_id, s.task_id, s.plan_id,
  (select coalesce(json_agg(g.definition order by g.created_at, g.id), '[]')
   from time_trigger g
   where g.schedule_id = s.id) as triggers`;

/** The condition for the workspaces `w` of a schedule `s`: the workspace of its task or plan, or for an orphan all of its environment. */
const workspacesOfSchedule: Sql = sql`(
  w.id = (select t.workspace_id from task t where t.id = s.task_id)
  or w.id = (select p.workspace_id from plan p where p.id = s.plan_id)
  or s.task_id is null and s.plan_id is null and w.environment_id = s.environment_id)`;

const holds = (actor: Actor, right: 'VIEW' | 'EXECUTE'): Sql => sql`exists (
  select from workspace w
  where ${workspacesOfSchedule}
    and ${holdsRight(actor, right)})`;

/**
 * @rule schedules.1.view
 * @rule schedules.1.unlinked
 */
const guard = inTenant({ noun: 'Schedule', table: sql`schedule`, alias: sql`s`, also: (actor) => holds(actor, 'VIEW') });

/** Builds the condition that the actor may see the schedule `s`. */
export const visibleSchedules = guard.visible;

/** Finds a schedule that the actor may read. */
export const findSchedule = (tx: Tx, actor: Actor, id: string): Promise<ScheduleRow> =>
  guard.find(tx, actor, id, { columns: scheduleColumns });

/** Finds the schedule of a task or plan that the actor may read, if it has one. */
export const findScheduleOf = (tx: Tx, actor: Actor, owner: Owner): Promise<ScheduleRow | undefined> =>
  tx.one(sql`
    select ${scheduleColumns}
    from schedule s
    where ${belongsTo(sql`s`, owner)}
      and ${guard.visible(actor)}`);

/** A locked schedule. */
type LockedSchedule = { id: string; task_id: string | null; plan_id: string | null };

/** Locks a schedule that the actor may change and that meets a condition. Throws `refusal` if the right is missing. */
async function lock(tx: Tx, actor: Actor, id: string, refusal: () => Problem, where = sql`true`): Promise<LockedSchedule> {
  const columns = sql`s.id, s.task_id, s.plan_id, ${holds(actor, 'EXECUTE')} as held`;
  const schedule = await guard.lock<LockedSchedule & { held: boolean }>(tx, actor, id, { columns, where });
  if (!schedule.held) throw refusal();
  return schedule;
}

/**
 * Locks a schedule to change its description or triggers. The documents demand 428 for a missing right.
 * @rule schedules.change.precondition
 */
export const lockForChange = (tx: Tx, actor: Actor, id: string): Promise<LockedSchedule> =>
  lock(
    tx,
    actor,
    id,
    () => new Problem(428, 'executor_required', 'This needs the right EXECUTE on a workspace to which the schedule belongs.'),
  );

/** Locks a schedule to bind it, to delete it or to remove a trigger. With `environment` it must belong to that environment. */
export const lockForUse = (tx: Tx, actor: Actor, id: string, environment?: string): Promise<LockedSchedule> =>
  lock(tx, actor, id, () => lacksRight('EXECUTE'), environment === undefined ? sql`true` : sql`s.environment_id = ${environment}`);

const environments = inTenant({
  noun: 'Environment',
  table: sql`environment`,
  alias: sql`e`,
  also: (actor) => holdsInEnvironment(actor, sql`e.id`, 'VIEW'),
});

/**
 * Holds an environment in which the actor may create schedules, or refuses: the actor needs EXECUTE on one of its workspaces.
 * @rule schedules.2.executor
 */
export async function holdEnvironmentFor(tx: Tx, actor: Actor, id: string): Promise<void> {
  const columns = sql`${holdsInEnvironment(actor, sql`e.id`, 'EXECUTE')} as held`;
  requireRightOf(await environments.hold<{ held: boolean }>(tx, actor, id, { columns }), 'Environment', id, 'EXECUTE');
}

/**
 * Builds the condition that a list shows the schedule `s`. It means the same as `guard.visible`, and is faster for many schedules.
 * @rule schedules.1.view
 * @rule schedules.1.unlinked
 */
async function listedSchedules(tx: Tx, actor: Actor): Promise<Sql> {
  const scope = await visibleScope(tx, actor);
  const isOrphan = sql`s.task_id is null and s.plan_id is null and s.environment_id in (
    select o.environment_id
    from workspace o
    where o.id in (${scope.workspaces}))`;
  if (scope.isWholeTenant) return sql`${scope.of(sql`s`)} and (s.task_id is not null or s.plan_id is not null or ${isOrphan})`;
  return sql`s.tenant_id = ${actor.tenant} and (
    exists (select from task t where t.id = s.task_id and t.workspace_id in (${scope.workspaces}))
    or exists (select from plan p where p.id = s.plan_id and p.workspace_id in (${scope.workspaces}))
    or ${isOrphan})`;
}

/** Adds a schedule without a task or plan. */
export const insertSchedule = (tx: Tx, actor: Actor, id: string, environment: string, description: string | null): Promise<unknown> =>
  tx.rows(sql`
    insert into schedule (id, tenant_id, environment_id, description)
    values (${id}, ${actor.tenant}, ${environment}, ${description})`);

/** Changes the description of a schedule. */
export const updateDescription = (tx: Tx, id: string, description: string | null): Promise<unknown> =>
  tx.rows(sql`
    update schedule
    set description = ${description},
        updated_at = now()
    where id = ${id}`);

/** Deletes a schedule with its triggers. */
export const deleteScheduleRow = (tx: Tx, id: string): Promise<unknown> =>
  tx.rows(sql`
    delete from schedule
    where id = ${id}`);

/** Binds a schedule to a task or plan. */
const setOwner = (tx: Tx, id: string, { taskId, planId }: Owner): Promise<unknown> =>
  tx.rows(sql`
    update schedule
    set task_id = ${taskId ?? null},
        plan_id = ${planId ?? null},
        updated_at = now()
    where id = ${id}`);

/** Unbinds the schedule of a task or plan, unless it is `except`. Returns whether it unbound one. */
export const unbindSchedule = (tx: Tx, owner: Owner, except: string | null = null): Promise<boolean> =>
  tx.any(sql`
    update schedule s
    set task_id = null,
        plan_id = null,
        updated_at = now()
    where ${belongsTo(sql`s`, owner)}
      and s.id is distinct from ${except}
    returning s.id`);

/** The filters of a list of schedules. */
type ScheduleFilter = { environmentId?: string | undefined; onlyBound?: boolean | undefined };

/**
 * @rule schedules.list.environment
 * @rule schedules.list.bound
 */
async function conditionOf(tx: Tx, actor: Actor, { environmentId, onlyBound }: ScheduleFilter): Promise<Sql> {
  const conditions = [await listedSchedules(tx, actor)];
  if (environmentId !== undefined) conditions.push(sql`s.environment_id = ${environmentId}`);
  if (onlyBound) conditions.push(sql`(s.task_id is not null or s.plan_id is not null)`);
  return and(conditions);
}

/** Selects a page of schedules, oldest first. */
export const selectSchedules = async (tx: Tx, actor: Actor, filter: ScheduleFilter & PageQuery): Promise<Page<ScheduleRow>> =>
  selectPage(tx, {
    id: sql`s.id`,
    from: sql`schedule s`,
    where: await conditionOf(tx, actor, filter),
    order: [sql`s.id`, sql`s.id desc`],
    columns: scheduleColumns,
    of: sql`join schedule s on s.id = found.id`,
    ...pageOf(filter),
  });

/** Selects the descriptions to which a regular expression is applied, in the order of the list. */
export const selectDescriptions = async (tx: Tx, actor: Actor, filter: ScheduleFilter): Promise<{ id: string; description: string }[]> =>
  tx.rows(sql`
    select s.id, s.description
    from schedule s
    where ${await conditionOf(tx, actor, filter)}
      and s.description is not null
    order by s.id`);

/** Selects those of the schedules that the actor may see, oldest first. */
export const selectSchedulesOf = async (tx: Tx, actor: Actor, ids: readonly string[]): Promise<ScheduleRow[]> =>
  tx.rows(sql`
    select ${scheduleColumns}
    from schedule s
    where s.id = any(${[...ids]})
      and ${await listedSchedules(tx, actor)}
    order by s.id`);

/**
 * Binds a schedule to a task or plan that the caller has locked. Its former schedule becomes an orphan. Refuses a schedule that another task or plan has.
 * @rule schedules.bind.replaces
 */
export async function bindSchedule(tx: Tx, actor: Actor, owner: Owner, environment: string, id: string): Promise<void> {
  const schedule = await lockForUse(tx, actor, id, environment);

  requireFreeFor(schedule, owner);

  await unbindSchedule(tx, owner, schedule.id);
  await setOwner(tx, schedule.id, owner);
  await setNextFireTimes(tx, actor, { scheduleId: schedule.id });
}

/**
 * Converts a row to Schedule.
 * @rule schedules.get.bound
 */
export const toScheduleJson = (row: ScheduleRow): Schema<'Schedule'> => ({
  id: row.id,
  ...(row.description !== null && { description: row.description }),
  triggers: row.triggers,
  environmentId: row.environment_id,
  ...(row.task_id !== null && { executableId: row.task_id, executableType: 'TASK' }),
  ...(row.plan_id !== null && { executableId: row.plan_id, executableType: 'PLAN' }),
});
