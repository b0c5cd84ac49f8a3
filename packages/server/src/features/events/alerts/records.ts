/** Alert rules and incidents as records of the tenant API. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { sql } from '../../../core/database/sql.ts';
import { idSort, type RecordKind, textSort } from '../../../core/http/cursor-lists.ts';
import { alertColumns, type AlertRow, ownAlerts } from './rows.ts';

/** Converts the row of a rule. */
const toAlertJson = (row: AlertRow): Schema<'Alert'> => ({
  id: row.id,
  name: row.name,
  condition: row.condition,
  ...presentFields({ taskId: row.task_id, planId: row.plan_id, workspaceId: row.workspace_id }),
  ...presentFields({ environmentId: row.environment_id, engineId: row.engine_id, tag: row.tag }),
  ...presentFields({ boundSeconds: row.bound_seconds, usualFactor: row.usual_factor, successWithinSeconds: row.success_seconds }),
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

/** Alert rules. */
export const ALERTS: RecordKind<AlertRow, Schema<'Alert'>> = {
  noun: 'Alert',
  path: '/api/v1/alerts',
  sorts: { name: textSort(sql`r.name`), createdAt: idSort(sql`r.id`) },
  sort: 'name',
  rows: { from: sql`alert_rule r`, id: sql`r.id`, visible: ownAlerts, columns: alertColumns },
  toJson: toAlertJson,
};

/** The row of an incident. */
type IncidentRow = {
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
const toIncidentJson = (row: IncidentRow): Schema<'AlertIncident'> => ({
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

/** Incidents of alert rules. */
export const INCIDENTS: RecordKind<IncidentRow, Schema<'AlertIncident'>> = {
  noun: 'Incident',
  path: '/api/v1/alerts/incidents',
  sorts: { openedAt: idSort(sql`i.id`) },
  sort: '-openedAt',
  rows: {
    from: sql`alert_incident i join alert_rule r on r.id = i.rule_id`,
    id: sql`i.id`,
    visible: ownAlerts,
    columns: sql`i.id, i.rule_id, i.target_id, i.kind, i.name, i.execution_id, i.failures, i.opened_at, i.told_at, i.ended_at`,
  },
  toJson: toIncidentJson,
};
