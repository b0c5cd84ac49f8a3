/** The JSON of dynamic engines and of what their operators report. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { DynamicEngineRow, ReportRow } from './rows.ts';
import { FRESH_SECONDS } from './states.ts';

/** Converts a row to DynamicEngine. */
export const toDynamicEngineJson = (row: DynamicEngineRow): Schema<'DynamicEngine'> => ({
  id: row.id,
  name: row.name,
  description: row.description ?? '',
  state: row.state,
  creationDate: row.created_at.toISOString(),
  lastModifiedDate: row.updated_at.toISOString(),
  lastModifiedStateDate: row.state_since.toISOString(),
  createdBy: row.created_by,
  lastModifiedBy: row.updated_by,
});

/**
 * Converts a row to DynamicEngineStatus. Without a report it is not deployed. When the operator is silent, the services stay as in its last report.
 * @rule dynamic-engines.status.reported
 * @rule dynamic-engines.status.old
 */
export function toStatusJson({ report, reported_at: at, fresh, ...row }: ReportRow): Schema<'DynamicEngineStatus'> {
  if (report === null || at === null) return { status: 'NOT_DEPLOYED', services: [], failureEvents: [] };
  const events: Schema<'KubernetesEvent'>[] = [];
  if (!fresh) {
    const since = new Date(at.getTime() + FRESH_SECONDS * 1000).toISOString();
    const message = `The operator has not reported since ${at.toISOString()}: this status is old. Look at its pod and at the network of the cluster.`;
    events.push({ message, source: 'millrace', creationDate: since });
  }
  if (row.fault !== null) events.push({ message: row.fault, source: 'engine-operator', creationDate: at.toISOString() });
  return {
    status: fresh ? report.status : 'IN_ERROR',
    ...presentFields({ dynamicEngineVersion: row.program_version, deploymentType: row.deployment_type }),
    ...(report.jobDeleteStatus !== undefined && { jobDeleteStatus: report.jobDeleteStatus }),
    services: report.services ?? [],
    failureEvents: [...events, ...(report.failureEvents ?? [])],
    reportedAt: at.toISOString(),
    stale: !fresh,
  };
}
