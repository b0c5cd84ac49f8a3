/** The JSON of dynamic engines. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/base/present-fields.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { engineState, FRESH_SECONDS, isFresh, stateSince } from './states.ts';

/** The row of a dynamic engine. */
export type DynamicEngineRow = {
  id: string;
  name: string;
  description: string | null;
  state: Schema<'DynamicEngineState'>;
  state_since: Date;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
};

/** The columns of `DynamicEngineRow` of an engine `d`. */
export const dynamicEngineColumns: Sql = sql`
  d.id, d.name, d.description, ${engineState} as state, ${stateSince} as state_since, d.created_by, d.created_at, d.updated_by, d.updated_at`;

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

/** The report of an operator about its own namespace, or about an environment. */
export type ReportRow = {
  report: Schema<'ObservedServices'> | null;
  reported_at: Date | null;
  fresh: boolean;
  deleted: boolean;
  fault: string | null;
  program_version: string | null;
  deployment_type: Schema<'DeploymentType'> | null;
};

/** The columns of `ReportRow` of an engine `d`; `report` is the column with the part of the report. */
export const reportColumns = (report: Sql): Sql => sql`
  ${report} as report, d.reported_at, ${isFresh} as fresh, d.deleted_at is not null as deleted, d.fault, d.program_version, d.deployment_type`;

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
