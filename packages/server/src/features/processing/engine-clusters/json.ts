/** Converts clusters to JSON. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { toEnvironmentJson, type EnvironmentRow } from '../../orchestration/environments/index.ts';
import { toWorkspaceInfo, type WorkspaceObject } from '../../orchestration/workspaces/index.ts';
import { availability } from '../task-executions/index.ts';

/** A cluster as the database has it. */
export type ClusterRow = {
  id: string;
  name: string;
  description: string | null;
  runtime_id: string;
  availability: Schema<'Availability'>;
  engines: string[];
  created_at: Date;
  updated_at: Date;
  environment: EnvironmentRow;
  workspace: WorkspaceObject | null;
};

/**
 * The availability of the cluster `k`. One available engine is enough.
 * @rule engine-clusters.list.availability
 */
export const clusterAvailability: Sql = sql`(
  select case
           when bool_or(${availability} = 'AVAILABLE') then 'AVAILABLE'
           when bool_and(${availability} = 'RETIRED') then 'RETIRED'
           else 'NOT_AVAILABLE'
         end
  from engine g
  where g.cluster_id = k.id)`;

/** The columns of `ClusterRow` except environment and workspace, for statements with the alias `k`. */
export const clusterColumns: Sql = sql`
  k.id, k.name, k.description, k.runtime_id, ${clusterAvailability} as availability,
  array(select g.id from engine g where g.cluster_id = k.id order by g.name, g.id) as engines, k.created_at, k.updated_at`;

/** Row → BaseEngine. */
export const toBaseEngineJson = (row: ClusterRow): Schema<'BaseEngine'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  workspace: row.workspace ? toWorkspaceInfo(row.workspace) : { environment: toEnvironmentJson(row.environment) },
  createDate: row.created_at.toISOString(),
  updateDate: row.updated_at.toISOString(),
  runtimeId: row.runtime_id,
  availability: row.availability,
  managed: false,
});

/** Row → EngineCluster. */
export const toClusterJson = (row: ClusterRow): Schema<'EngineCluster'> => ({ ...toBaseEngineJson(row), engines: row.engines });
