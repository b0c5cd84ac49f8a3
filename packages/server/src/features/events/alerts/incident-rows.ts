/** The statements about incidents. */
import { newId } from '../../../core/base/id.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { mayBeNotified, type NotificationName } from '../notifications/index.ts';

/** An incident to open: the rule, the target, and the data of its messages. */
export type NewIncident = {
  rule: string;
  target: string;
  kind: NotificationName;
  name: string;
  space: string | null;
  environment: string;
  execution: string | null;
  error: string | null;
  failures: number;
};

/** The condition that the owner of rule `r` is active and may see a workspace, or an environment. */
export const ownerMayBeNotified = (space: Sql, environment: Sql): Sql => sql`exists (
    select from account o
    where o.id = r.owner_id
      and o.active
      and ${mayBeNotified(sql`o.id`, space, environment)})`;

/**
 * Opens incidents, and returns those that were not open. For an open one, the failure is counted, and the last execution and error are stored.
 * @rule alerts.incident.once
 */
export const openIncidents = (tx: Tx, incidents: readonly NewIncident[]): Promise<string[]> =>
  tx
    .rows<{ id: string; is_new: boolean }>(sql`
    insert into alert_incident (id, rule_id, target_id, kind, name, space_id, environment_id, execution_id, error, failures)
    select id, rule, target, kind, name, space, environment, execution, error, failures
    from json_to_recordset(${json(incidents.map((incident) => ({ ...incident, id: newId() })))}::json) as i (
      id uuid, rule uuid, target uuid, kind text, name text, space uuid, environment uuid, execution uuid, error text, failures integer)
    order by rule, target
    on conflict (rule_id, target_id) where ended_at is null do update
    set failures = alert_incident.failures + excluded.failures,
        execution_id = excluded.execution_id,
        error = excluded.error
    returning id, xmax = 0 as is_new`)
    .then((rows) => rows.filter((row) => row.is_new).map(({ id }) => id));

/** The open incidents of the conditions that are read from the tables: all except failed runs. */
export const selectOpenIncidents = (tx: Tx): Promise<{ id: string; rule: string; target: string }[]> =>
  tx.rows(sql`
    select i.id, i.rule_id as rule, i.target_id as target
    from alert_incident i
    join alert_rule r on r.id = i.rule_id
    where i.ended_at is null
      and r.condition <> 'run_failed'`);

/** The late task runs of these new incidents; not those that were late before, by an incident of any rule. */
export const selectLateRuns = (tx: Tx, incidents: readonly string[]): Promise<LateRun[]> =>
  tx.rows(sql`
    select distinct on (l.execution_id) l.execution_id as execution, t.id as task, t.name, t.tenant_id as tenant, t.workspace_id as space,
           l.environment_id as environment, l.started_at
    from alert_incident i
    join live_execution l on l.execution_id = i.target_id
    join task t on t.id = l.task_id
    where i.id = any (${[...incidents]}::uuid[])
      and i.kind = 'task.run.late'
      and not exists (
        select from alert_incident e
        where e.target_id = i.target_id
          and e.id <> all (${[...incidents]}::uuid[]))`);

/** A late run. */
type LateRun = {
  execution: string;
  task: string;
  name: string;
  tenant: string;
  space: string;
  environment: string;
  started_at: Date;
};

/** Ends open incidents of rules `r` that meet a condition, and returns those of which recipients were notified. */
export const endIncidents = async (tx: Tx, condition: Sql): Promise<string[]> => {
  const rows = await tx.rows<{ id: string; is_reported: boolean }>(sql`
    update alert_incident i
    set ended_at = now()
    from alert_rule r
    where r.id = i.rule_id
      and i.ended_at is null
      and ${condition}
    returning i.id, i.told_at is not null as is_reported`);
  return rows.filter((row) => row.is_reported).map(({ id }) => id);
};

/** Ends the incidents of a rule without a message. */
export const endSilently = (tx: Tx, rule: string): Promise<unknown> => endIncidents(tx, sql`r.id = ${rule}`);

/** An incident for a message, with the recipients of its rule. `quiet_until` is the end of quiet hours. */
export type IncidentToReport = {
  id: string;
  rule_id: string;
  owner_id: string;
  user_ids: string[];
  emails: string[];
  transport_ids: string[];
  quiet_until: Date | null;
  kind: NotificationName;
  name: string;
  target_id: string;
  space_id: string | null;
  environment_id: string;
  execution_id: string | null;
  error: string | null;
  failures: number;
  now: Date;
};

/** The end of the current quiet hours of rule `r`; null outside of them. */
const quietUntil: Sql = sql`(
  select case
    when r.quiet_from < r.quiet_to and l.time >= r.quiet_from and l.time < r.quiet_to then (l.day + r.quiet_to) at time zone r.quiet_zone
    when r.quiet_from > r.quiet_to and l.time >= r.quiet_from then (l.day + 1 + r.quiet_to) at time zone r.quiet_zone
    when r.quiet_from > r.quiet_to and l.time < r.quiet_to then (l.day + r.quiet_to) at time zone r.quiet_zone
  end
  from (select (now() at time zone r.quiet_zone)::date as day, (now() at time zone r.quiet_zone)::time as time) l)`;

/** Selects incidents for messages, with their recipients. Rules that are disabled, or whose owner has lost the right, send none. */
export const selectIncidentsToReport = (
  tx: Tx,
  ids: readonly string[],
  { includeSnoozed }: { includeSnoozed: boolean },
): Promise<IncidentToReport[]> =>
  tx.rows(sql`
    select i.id, i.rule_id, r.owner_id, r.user_ids, r.emails,
           array(select t.id from notification_transport t where t.rule_id = r.id order by t.id) as transport_ids,
           ${quietUntil} as quiet_until, i.kind, i.name, i.target_id, i.space_id, i.environment_id, i.execution_id, i.error, i.failures, now() as now
    from alert_incident i
    join alert_rule r on r.id = i.rule_id
    where i.id = any (${[...ids]}::uuid[])
      and r.enabled
      and (${includeSnoozed} or r.snoozed_until is null or r.snoozed_until <= now())
      and ${ownerMayBeNotified(sql`i.space_id`, sql`i.environment_id`)}
    order by i.rule_id, i.id`);

/** Records that the recipients of incidents were notified. */
export const markReported = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    update alert_incident
    set told_at = now()
    where id = any (${[...ids]}::uuid[])`);

/** Locks open incidents that need a message now: those without one because of a silence that has ended, and those to repeat. */
export const lockIncidentsToReport = (tx: Tx): Promise<{ id: string; is_reported: boolean }[]> =>
  tx.rows(sql`
    select i.id, i.told_at is not null as is_reported
    from alert_incident i
    join alert_rule r on r.id = i.rule_id
    where i.ended_at is null
      and r.enabled
      and (r.snoozed_until is null or r.snoozed_until <= now())
      and (i.told_at is null or (r.repeat_minutes > 0 and i.told_at <= now() - make_interval(mins => r.repeat_minutes)))
    for update of i skip locked`);

/** Deletes incidents that ended some days ago. */
export const removeOldIncidents = (tx: Tx, days: number): Promise<unknown> =>
  tx.rows(sql`
    delete from alert_incident
    where ended_at < now() - make_interval(days => ${days}::int)`);
