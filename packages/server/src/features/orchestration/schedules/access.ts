/** Finds and locks schedules. Each statement checks the tenant and the right. */
import type { Tx } from '../../../core/database/db.ts';
import { found, Problem } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';
import { foundWithRight, lacksRight } from '../workspaces/index.ts';
import { scheduleColumns, type ScheduleRow } from './json.ts';
import { isOf, type Owner } from './owner.ts';

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
 * Builds the condition that the actor may see the schedule `s`.
 * @rule schedules.1.view
 * @rule schedules.1.unlinked
 */
export const visibleSchedules = (actor: Actor): Sql => sql`s.tenant_id = ${actor.tenant} and ${holds(actor, 'VIEW')}`;

/** Finds a schedule that the actor may read. */
export async function findSchedule(tx: Tx, actor: Actor, id: string): Promise<ScheduleRow> {
  const row = await tx.one<ScheduleRow>(sql`
    select ${scheduleColumns}
    from schedule s
    where s.id = ${id}
      and ${visibleSchedules(actor)}`);
  return found(row, 'Schedule', id);
}

/** Finds the schedule of a task or plan that the actor may read, if it has one. */
export const findScheduleOf = (tx: Tx, actor: Actor, owner: Owner): Promise<ScheduleRow | undefined> =>
  tx.one(sql`
    select ${scheduleColumns}
    from schedule s
    where ${isOf(sql`s`, owner)}
      and ${visibleSchedules(actor)}`);

/** A locked schedule. */
export type LockedSchedule = { id: string; task_id: string | null; plan_id: string | null };

/** Locks a schedule that the actor may change and that meets a condition. Throws `refusal` if the right is missing. */
async function lock(tx: Tx, actor: Actor, id: string, refusal: () => Problem, condition: Sql = sql`true`): Promise<LockedSchedule> {
  const row = await tx.one<LockedSchedule & { held: boolean }>(sql`
    select s.id, s.task_id, s.plan_id, ${holds(actor, 'EXECUTE')} as held
    from schedule s
    where s.id = ${id}
      and ${condition}
      and ${visibleSchedules(actor)}
    for update`);
  const schedule = found(row, 'Schedule', id);
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

/**
 * Holds an environment in which the actor may create schedules. The actor needs EXECUTE on one of its workspaces.
 * @rule schedules.2.executor
 */
export async function holdEnvironmentFor(tx: Tx, actor: Actor, id: string): Promise<void> {
  const held = (right: 'VIEW' | 'EXECUTE'): Sql => sql`exists (
    select from workspace w
    where w.environment_id = e.id
      and ${holdsRight(actor, right)})`;
  const row = await tx.one<{ held: boolean }>(sql`
    select ${held('EXECUTE')} as held
    from environment e
    where e.id = ${id}
      and e.tenant_id = ${actor.tenant}
      and ${held('VIEW')}
    for key share`);
  foundWithRight(row, 'Environment', id, 'EXECUTE');
}
