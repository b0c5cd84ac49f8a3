/** The JSON of alert rules and incidents. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { transportsAsJson } from '../notifications/index.ts';

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
  r.id, r.name, r.condition, r.task_id, r.plan_id, r.workspace_id, r.environment_id, r.engine_id, r.bound_seconds, r.usual_factor, r.success_seconds,
  r.user_ids, r.emails, ${transportsAsJson(sql`t.rule_id = r.id`)} as transports, to_char(r.quiet_from, 'HH24:MI') as quiet_from,
  to_char(r.quiet_to, 'HH24:MI') as quiet_to, r.quiet_zone, r.repeat_minutes, r.enabled,
  case when r.snoozed_until > now() then r.snoozed_until end as snoozed_until, r.created_at, r.updated_at`;

/** Converts the row of a rule. */
export const toAlertJson = (row: AlertRow): Schema<'Alert'> => ({
  id: row.id,
  name: row.name,
  condition: row.condition,
  ...(row.task_id !== null && { taskId: row.task_id }),
  ...(row.plan_id !== null && { planId: row.plan_id }),
  ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
  ...(row.environment_id !== null && { environmentId: row.environment_id }),
  ...(row.engine_id !== null && { engineId: row.engine_id }),
  ...(row.bound_seconds !== null && { boundSeconds: row.bound_seconds }),
  ...(row.usual_factor !== null && { usualFactor: row.usual_factor }),
  ...(row.success_seconds !== null && { successWithinSeconds: row.success_seconds }),
  recipients: { users: row.user_ids, emails: row.emails, transports: row.transports },
  ...(row.quiet_from !== null &&
    row.quiet_to !== null &&
    row.quiet_zone !== null && { quietHours: { from: row.quiet_from, to: row.quiet_to, zone: row.quiet_zone } }),
  repeatMinutes: row.repeat_minutes,
  enabled: row.enabled,
  ...(row.snoozed_until && { snoozedUntil: row.snoozed_until.toISOString() }),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** The row of an incident. */
export type IncidentRow = {
  id: string;
  rule_id: string;
  target_id: string;
  kind: string;
  name: string;
  execution_id: string | null;
  failures: number;
  opened_at: Date;
  told_at: Date | null;
  ended_at: Date | null;
};

/** Converts the row of an incident. */
export const toIncidentJson = (row: IncidentRow): Schema<'AlertIncident'> => ({
  id: row.id,
  alertId: row.rule_id,
  kind: row.kind,
  name: row.name,
  targetId: row.target_id,
  ...(row.execution_id !== null && { executionId: row.execution_id }),
  failures: row.failures,
  openedAt: row.opened_at.toISOString(),
  ...(row.told_at && { toldAt: row.told_at.toISOString() }),
  ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
});
