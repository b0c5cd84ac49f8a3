/** Converts clusters to JSON. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { toRuntimeFields, type RuntimeRow } from '../remote-engines/index.ts';
import { availability } from '../task-executions/index.ts';

/** The row of a cluster. */
export type ClusterRow = RuntimeRow & { engines: string[] };

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

/** Converts a row to BaseEngine. */
export const toBaseEngineJson = (row: ClusterRow): Schema<'BaseEngine'> => ({ ...toRuntimeFields(row), managed: false });

/** Converts a row to EngineCluster. */
export const toClusterJson = (row: ClusterRow): Schema<'EngineCluster'> => ({ ...toBaseEngineJson(row), engines: row.engines });
