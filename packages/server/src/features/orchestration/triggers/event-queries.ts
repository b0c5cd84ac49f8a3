/** The statements about the time triggers of tasks and plans. */
import type { BodyOf } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { and, sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { isOf, type TriggerDefinition, type Owner } from '../schedules/index.ts';
import { visibleOwners } from './access.ts';

/** Selects the time triggers of a task or plan: its own trigger or those of its schedule. */
export const selectDefinitions = async (tx: Tx, owner: Owner): Promise<TriggerDefinition[]> => {
  const rows = await tx.rows<{ definition: TriggerDefinition }>(sql`
    select g.definition
    from time_trigger g
    where ${isOf(sql`g`, owner)}
       or g.schedule_id = (select s.id from schedule s where ${isOf(sql`s`, owner)})
    order by g.id`);
  return rows.map((row) => row.definition);
};

/** A time trigger, with the id and the type of the task or plan that it starts. */
export type FiringRow = { id: string; type: 'TASK' | 'PLAN'; definition: TriggerDefinition };

/**
 * Selects the time triggers of an environment that start visible, unpaused tasks and plans. Tags and runtimes select only tasks.
 * @rule triggers.events.paused
 * @rule triggers.events.filters
 */
export function selectFiring(
  tx: Tx,
  actor: Actor,
  { environmentId, workspaceIds = [], tags = [], runtime = {} }: BodyOf<'POST /orchestration/executables/events/search'>,
): Promise<FiringRow[]> {
  const shared: Sql[] = [visibleOwners(actor), sql`w.environment_id = ${environmentId}`, sql`o.paused_at is null`];
  if (workspaceIds.length > 0) shared.push(sql`w.id = any (${[...workspaceIds]}::uuid[])`);
  const ofTasks = [...shared];
  if (tags.length > 0) ofTasks.push(sql`o.tags @> ${[...tags]}::text[]`);
  if (runtime.type !== undefined) ofTasks.push(sql`coalesce(c.runtime_type, 'CLOUD') = ${runtime.type}`);
  if (runtime.id !== undefined) ofTasks.push(sql`c.engine_id = ${runtime.id}`);
  const tasksOnly = ofTasks.length > shared.length;
  return tx.rows(sql`
    select found.id, found.type, found.definition
    from (
      select o.id, 'TASK' as type, g.id as trigger_id, g.definition
      from task o
      join workspace w on w.id = o.workspace_id
      left join task_run_config c on c.task_id = o.id
      ${triggersOf(sql`task_id`)}
      where ${and(ofTasks)}
      union all
      select o.id, 'PLAN' as type, g.id as trigger_id, g.definition
      from plan o
      join workspace w on w.id = o.workspace_id
      ${triggersOf(sql`plan_id`)}
      where ${and(tasksOnly ? [sql`false`] : shared)}
    ) found
    order by found.trigger_id`);
}

const triggersOf = (column: Sql): Sql => sql`
  join lateral (
    select own.id, own.definition
    from time_trigger own
    where own.${column} = o.id
    union all
    select part.id, part.definition
    from schedule s
    join time_trigger part on part.schedule_id = s.id
    where s.${column} = o.id
  ) g on true`;
