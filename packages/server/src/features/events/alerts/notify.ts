/** Notifies recipients of incidents, by messages and entries of inboxes in the same transaction. */
import { idsOfRows } from '../../../core/base/id.ts';
import { sendMessages, writeToInboxes, type MessageEntry, type NewMessage } from '../notifications/index.ts';
import {
  endIncidents,
  markReported,
  openIncidents,
  selectIncidentsToReport,
  type NewIncident,
  type IncidentToReport,
} from './incident-rows.ts';
import type { Sql, Tx } from '../../../core/database/sql.ts';

/** Opens incidents, and notifies the recipients of those that were not open. Returns the ids of these. */
export async function openAndNotify(tx: Tx, incidents: readonly NewIncident[]): Promise<string[]> {
  if (incidents.length === 0) return [];
  const opened = await openIncidents(tx, incidents);
  await notifyRecipients(tx, opened, 'opened');
  return opened;
}

/**
 * Ends the open incidents of rules `r` that meet a condition, and notifies the recipients that were notified of the incident.
 * @rule alerts.incident.end
 */
export const endAndNotify = async (tx: Tx, condition: Sql): Promise<void> =>
  notifyRecipients(tx, await endIncidents(tx, condition), 'ended');

/**
 * Notifies recipients of incidents. Incidents of one rule for one recipient are in one message. While a rule is snoozed, only ends are sent.
 * @rule alerts.tell.grouped
 * @rule alerts.tell.snoozed
 */
export async function notifyRecipients(tx: Tx, ids: readonly string[], phase: 'opened' | 'repeated' | 'ended'): Promise<void> {
  if (ids.length === 0) return;
  const incidents = await selectIncidentsToReport(tx, ids, { includeSnoozed: phase === 'ended' });
  if (phase !== 'ended') await markReported(tx, idsOfRows(incidents));
  const entries = incidents.map((incident) => ({ incident, entry: toEntry(incident, phase) }));
  await writeToInboxes(
    tx,
    entries.flatMap(({ incident, entry }) => incident.user_ids.map((account) => ({ account, entry }))),
  );
  const groups = Map.groupBy(entries, ({ incident }) => incident.rule_id);
  await sendMessages(tx, [...groups.values()].flatMap(messagesTo));
}

type Reported = { incident: IncidentToReport; entry: MessageEntry };

const toEntry = (incident: IncidentToReport, phase: 'opened' | 'repeated' | 'ended'): MessageEntry => ({
  kind: incident.kind,
  phase,
  at: incident.now.toISOString(),
  name: incident.name,
  resourceId: incident.target_id,
  spaceId: incident.space_id,
  environmentId: incident.environment_id,
  executionId: incident.execution_id,
  error: incident.error,
  failures: incident.failures,
});

/**
 * Builds one message about incidents of a rule for each of its recipients. In quiet hours it is held back until their end.
 * @rule alerts.tell.quiet
 */
function messagesTo(group: readonly Reported[]): NewMessage[] {
  const rule = group[0]?.incident;
  if (!rule) return [];
  const common = { source: rule.rule_id, heldUntil: rule.quiet_until, entries: group.map(({ entry }) => entry) };
  return [
    ...rule.user_ids.map((user) => ({ ...common, account: user, receiver: user })),
    ...rule.emails.map((email) => ({ ...common, account: rule.owner_id, receiver: email, email })),
    ...rule.transport_ids.map((transport) => ({ ...common, account: rule.owner_id, receiver: transport, transport })),
  ];
}
