/** The statements about alert rules. Each one that finds or locks a rule finds only those of the caller. */
import type { Schema } from '@millrace/contract';
import { notFound } from '../../../core/base/problem.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { inTenant } from '../../security/held/index.ts';
import { lockOwnAccount, transportsAsJson } from '../notifications/index.ts';
import { subscribeTo } from '../outbox/index.ts';

/** The conditions under which a rule opens an incident. */
export type AlertCondition = Schema<'AlertRequest'>['condition'];

/** The row of a rule. */
export type AlertRow = {
  id: string;
  name: string;
  condition: AlertCondition;
  task_id: string | null;
  plan_id: string | null;
  workspace_id: string | null;
  environment_id: string | null;
  engine_id: string | null;
  tag: string | null;
  bound_seconds: number | null;
  usual_factor: number | null;
  success_seconds: number | null;
  user_ids: string[];
  emails: string[];
  transports: { id: string; type: 'slack' | 'teams' | 'webhook'; host: string }[];
  quiet_from: string | null;
  quiet_to: string | null;
  quiet_zone: string | null;
  repeat_minutes: number;
  enabled: boolean;
  snoozed_until: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** The columns of the rule `r`. */
export const alertColumns: Sql = sql`
  r.id, r.name, r.condition, r.task_id, r.plan_id, r.workspace_id, r.environment_id, r.engine_id, r.tag, r.bound_seconds, r.usual_factor, r.success_seconds,
  r.user_ids, r.emails, ${transportsAsJson(sql`t.rule_id = r.id`)} as transports, to_char(r.quiet_from, 'HH24:MI') as quiet_from,
  to_char(r.quiet_to, 'HH24:MI') as quiet_to, r.quiet_zone, r.repeat_minutes, r.enabled,
  case when r.snoozed_until > now() then r.snoozed_until end as snoozed_until, r.created_at, r.updated_at`;

/**
 * A caller sees and changes its own rules.
 * @rule alerts.all.own
 */
const guard = inTenant({ noun: 'Alert', table: sql`alert_rule`, alias: sql`r`, also: (actor) => sql`r.owner_id = ${actor.id}` });

/** Builds the condition for the rules `r` of the caller. */
export const ownAlerts = guard.visible;

/** Locks a rule of the caller for a change. */
export const lockAlert = (tx: Tx, actor: Actor, id: string): Promise<AlertRow> => guard.lock(tx, actor, id, { columns: alertColumns });

/** Refuses recipients that are no people of the caller's tenant. */
export async function requirePeople(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  const known = await tx.rows<{ id: string }>(sql`
    select u.id
    from account u
    where u.id = any (${[...ids]}::uuid[])
      and u.tenant_id = ${actor.tenant}
      and u.user_type = 'HUMAN'
      and u.bot_client_id is null`);
  const missing = ids.find((id) => !known.some((user) => user.id === id.toLowerCase()));
  if (missing !== undefined) throw notFound('User', missing);
}

/** Locks the account of the actor, and counts its rules. */
export async function lockAndCountAlerts(tx: Tx, actor: Actor): Promise<number> {
  await lockOwnAccount(tx, actor);
  const { count } = await tx.only<{ count: number }>(sql`
    select count(*) as count
    from alert_rule r
    where ${ownAlerts(actor)}`);
  return count;
}

/** Returns whether the database knows a time zone. */
export const knowsZone = (tx: Tx, name: string): Promise<boolean> =>
  tx.any(sql`
    select z.name
    from pg_timezone_names z
    where z.name = ${name}`);

/** Adds a rule of the actor. */
export const insertAlert = (tx: Tx, actor: Actor, id: string, body: Schema<'AlertRequest'>): Promise<unknown> =>
  tx.rows(sql`
    insert into alert_rule (
      id, tenant_id, owner_id, name, condition, task_id, plan_id, workspace_id, environment_id, engine_id, tag, bound_seconds, usual_factor,
      success_seconds, user_ids, emails, quiet_from, quiet_to, quiet_zone, repeat_minutes, enabled)
    values (
      ${id}, ${actor.tenant}, ${actor.id}, ${body.name}, ${body.condition}, ${body.taskId ?? null}, ${body.planId ?? null},
      ${body.workspaceId ?? null}, ${body.environmentId ?? null}, ${body.engineId ?? null}, ${body.tag ?? null}, ${body.boundSeconds ?? null},
      ${body.usualFactor ?? null}, ${body.successWithinSeconds ?? null}, ${body.recipients.users ?? []}::uuid[], ${body.recipients.emails ?? []}::text[],
      ${body.quietHours?.from ?? null}::time, ${body.quietHours?.to ?? null}::time, ${body.quietHours?.zone ?? null},
      ${body.repeatMinutes ?? 0}, ${body.enabled ?? true})`);

/** The value of a column after a change: null removes it, and undefined keeps it. */
const changedTo = (sent: string | number | null | undefined, column: Sql): Sql => (sent === undefined ? column : sql`${sent}`);

/**
 * Changes a locked rule; undefined fields keep their values.
 * @rule alerts.change.removed
 */
export function updateAlert(tx: Tx, { id }: AlertRow, body: Schema<'AlertPatch'>): Promise<unknown> {
  const quiet = body.quietHours === null ? { from: null, to: null, zone: null } : body.quietHours;
  return tx.rows(sql`
    update alert_rule
    set name = coalesce(${body.name ?? null}, name),
        bound_seconds = ${changedTo(body.boundSeconds, sql`bound_seconds`)},
        usual_factor = ${changedTo(body.usualFactor, sql`usual_factor`)},
        success_seconds = ${changedTo(body.successWithinSeconds, sql`success_seconds`)},
        user_ids = coalesce(${body.recipients ? (body.recipients.users ?? []) : null}::uuid[], user_ids),
        emails = coalesce(${body.recipients ? (body.recipients.emails ?? []) : null}::text[], emails),
        quiet_from = ${changedTo(quiet?.from, sql`quiet_from`)},
        quiet_to = ${changedTo(quiet?.to, sql`quiet_to`)},
        quiet_zone = ${changedTo(quiet?.zone, sql`quiet_zone`)},
        repeat_minutes = coalesce(${body.repeatMinutes ?? null}::integer, repeat_minutes),
        enabled = coalesce(${body.enabled ?? null}::boolean, enabled),
        updated_at = now()
    where id = ${id}`);
}

/** Sets the end of the silence of a locked rule. */
export const setSnooze = (tx: Tx, { id }: AlertRow, until: Date): Promise<unknown> =>
  tx.rows(sql`
    update alert_rule
    set snoozed_until = ${until}::timestamptz,
        updated_at = now()
    where id = ${id}`);

/** Deletes a locked rule with its incidents and transports. */
export const removeAlert = (tx: Tx, { id }: AlertRow): Promise<unknown> =>
  tx.rows(sql`
    delete from alert_rule
    where id = ${id}`);

/** The conditions of the enabled rules of the actor. */
const selectConditions = (tx: Tx, actor: Actor): Promise<{ condition: AlertCondition }[]> =>
  tx.rows(sql`
    select distinct r.condition
    from alert_rule r
    where ${ownAlerts(actor)}
      and r.enabled`);

/** Subscribers that own no rule any more, because their rules were deleted with the targets. */
export const selectFormerOwners = (tx: Tx): Promise<{ tenant: string; id: string }[]> =>
  tx.rows(sql`
    select distinct e.tenant_id as tenant, e.subscriber_id as id
    from event_subscription e
    where e.subscriber_kind = 'alert'
      and not exists (
        select from alert_rule r
        where r.owner_id = e.subscriber_id
          and r.enabled)`);

/** The types of events from which incidents open and end. The other conditions are compared with the tables by a timer. */
const RUN_END_TYPES = ['com.service.v1.task.run.finished', 'com.service.v1.plan.run.finished'];

/** Subscribes the owner to the events that its rules need; called after each change of a rule. */
export async function subscribeOwner(tx: Tx, actor: Actor): Promise<void> {
  const conditions = await selectConditions(tx, actor);
  const isNeeded = conditions.some(({ condition }) => condition === 'run_failed');
  await subscribeTo(tx, { tenant: actor.tenant, kind: 'alert', id: actor.id }, isNeeded ? RUN_END_TYPES : []);
}
