/** The times at which tasks and plans start, which the API calls events. */
import { pageOfFires, readTrigger, type TriggerDefinition } from '@millrace/calendar';
import type { BodyOf, Schema } from '@millrace/contract';
import { invalid, notFound } from '../../../core/base/problem.ts';
import { and, sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import { type PageQuery, toPage } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/held/index.ts';
import { belongsTo, type Owner, requirePeriod } from '../schedules/index.ts';
import { visibleOwners } from './rows.ts';
import { requireShortPeriod } from './rules.ts';

/** A page and a period in epoch milliseconds. Without `from` the period begins now, or at `to` if that is in the past. */
type Period = PageQuery & { from?: number | undefined; to: number };

const boundsOf = ({ from, to }: Period, now: number): [from: number, to: number] => [from ?? Math.min(now, to), to];

const boundsOfPage = ({ offset = 0, limit = 100 }: PageQuery): { offset: number; limit: number } => ({ offset, limit });

/**
 * Lists the times at which a task or plan starts by its own trigger or by its schedule. Refuses a period that is reversed or too long.
 * @rule triggers.events.own
 */
export async function pageOfOwnFires(tx: Tx, owner: Owner, period: Period, now: Date): Promise<Schema<'PageEvent'>> {
  const [from, to] = boundsOf(period, now.getTime());
  requirePeriod(from, to);
  const triggers = (await selectDefinitions(tx, owner)).map(readTrigger);
  const { total, fires } = pageOfFires(triggers, from, to, boundsOfPage(period));
  return toPage({ total, rows: fires }, period, ({ instant }) => new Date(instant).toISOString());
}

/** Selects the time triggers of a task or plan: its own trigger or those of its schedule. */
const selectDefinitions = async (tx: Tx, owner: Owner): Promise<TriggerDefinition[]> => {
  const rows = await tx.rows<{ definition: TriggerDefinition }>(sql`
    select g.definition
    from time_trigger g
    where ${belongsTo(sql`g`, owner)}
       or g.schedule_id = (select s.id from schedule s where ${belongsTo(sql`s`, owner)})
    order by g.id`);
  return rows.map((row) => row.definition);
};

/**
 * Lists the times at which several tasks and plans start, ordered by time. Refuses a period that is reversed, or too long for so many triggers.
 * @rule triggers.events.order
 */
export function pageOfFiresOf(rows: readonly TimeTriggerRow[], period: Period, now: Date): Schema<'PageExecutableEvent'> {
  const [from, to] = boundsOf(period, now.getTime());
  requirePeriod(from, to);
  requireShortPeriod(rows.length, from, to);
  const owners = new Map(rows.map((row) => [readTrigger(row.definition), row]));
  const { total, fires } = pageOfFires([...owners.keys()], from, to, boundsOfPage(period));
  return toPage({ total, rows: fires }, period, ({ instant, trigger }) => {
    const { id, type } = owners.get(trigger) as TimeTriggerRow;
    return { id, sourceTriggerName: trigger.name, date: new Date(instant).toISOString(), type };
  });
}

/**
 * Refuses an environment in which the actor may see no workspace, and workspaces that are hidden or in another environment.
 * @rule triggers.events.place
 */
export async function requireEnvironmentWithWorkspaces(
  tx: Tx,
  actor: Actor,
  environment: string,
  workspaces: readonly string[],
): Promise<void> {
  const rows = await tx.rows<{ id: string }>(sql`
    select w.id
    from workspace w
    where w.environment_id = ${environment}
      and w.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}`);
  if (rows.length === 0) throw notFound('Environment', environment);
  const found = new Set(rows.map(({ id }) => id));
  const unknown = workspaces.find((id) => !found.has(id.toLowerCase()));
  if (unknown !== undefined)
    throw invalid('workspace_outside_environment', `The environment has no workspace '${unknown}' that you may see: leave it out.`);
}

/** A time trigger, with the id and the type of the task or plan that it starts. */
type TimeTriggerRow = { id: string; type: 'TASK' | 'PLAN'; definition: TriggerDefinition };

/**
 * Selects the time triggers of an environment that start visible, unpaused tasks and plans. Tags and runtimes select only tasks.
 * @rule triggers.events.paused
 * @rule triggers.events.filters
 */
export function selectTimeTriggers(
  tx: Tx,
  actor: Actor,
  { environmentId, workspaceIds = [], tags = [], runtime = {} }: BodyOf<'POST /orchestration/executables/events/search'>,
): Promise<TimeTriggerRow[]> {
  const shared: Sql[] = [visibleOwners(actor), sql`w.environment_id = ${environmentId}`, sql`o.paused_at is null`];
  if (workspaceIds.length > 0) shared.push(sql`w.id = any (${[...workspaceIds]}::uuid[])`);
  const ofTasks = [...shared];
  if (tags.length > 0) ofTasks.push(sql`o.tags @> ${[...tags]}::text[]`);
  if (runtime.type !== undefined) ofTasks.push(sql`coalesce(c.runtime_type, 'CLOUD') = ${runtime.type}`);
  if (runtime.id !== undefined) ofTasks.push(sql`c.engine_id = ${runtime.id}`);
  const hasTaskFilter = ofTasks.length > shared.length;
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
      where ${and(hasTaskFilter ? [sql`false`] : shared)}
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
