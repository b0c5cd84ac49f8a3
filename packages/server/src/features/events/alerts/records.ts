/** Alert rules and incidents as records of the tenant API. */
import type { Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { idSort, textSort, type RecordKind } from '../../../core/http/cursor-lists.ts';
import { ownAlerts } from './access.ts';
import { alertColumns, toAlertJson, toIncidentJson, type AlertRow, type IncidentRow } from './json.ts';

/** Alert rules. */
export const ALERTS: RecordKind<AlertRow, Schema<'Alert'>> = {
  noun: 'Alert',
  path: '/api/v1/alerts',
  known: { schema: '', columns: {}, lists: {} },
  sorts: { name: textSort(sql`r.name`), createdAt: idSort(sql`r.id`) },
  sort: 'name',
  rows: { from: sql`alert_rule r`, id: sql`r.id`, visible: ownAlerts, columns: alertColumns },
  toJson: toAlertJson,
};

/** Incidents of alert rules. */
export const INCIDENTS: RecordKind<IncidentRow, Schema<'AlertIncident'>> = {
  noun: 'Incident',
  path: '/api/v1/alerts/incidents',
  known: { schema: '', columns: {}, lists: {} },
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
