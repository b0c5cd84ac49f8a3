/** Converts run profiles to JSON. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The row of a run profile, with the runtime id of its engine or cluster. */
export type RunProfileRow = {
  id: string;
  name: string;
  description: string | null;
  type: Schema<'RuntimeProfileType'>;
  jvm_arguments: string[];
  pod: Schema<'RunProfilePod'> | null;
  version: number;
  environment_id: string;
  engine_id: string | null;
  cluster_id: string | null;
  runtime_id: string | null;
  workspace_id: string | null;
  created_at: Date;
  updated_at: Date;
};

/** The columns of `RunProfileRow`, for statements with the aliases `p`, `g` and `k`. */
export const runProfileColumns: Sql = sql`
  p.id, p.name, p.description, p.type, p.jvm_arguments, p.pod, p.version, p.environment_id, p.engine_id, p.cluster_id,
  coalesce(g.runtime_id, k.runtime_id) as runtime_id, coalesce(g.workspace_id, k.workspace_id) as workspace_id, p.created_at, p.updated_at`;

/** The joins that `runProfileColumns` needs beside `p`. */
export const runProfileJoins: Sql = sql`
  left join engine g on g.id = p.engine_id
  left join engine_cluster k on k.id = p.cluster_id`;

/** The type of processor of the run profile `p`. */
export const processorType: Sql = sql`(case when p.engine_id is not null then 'RE' when p.cluster_id is not null then 'REC' else 'DYNAMIC_ENGINE' end)`;

/** The fields that both schemas have. */
function shared(row: RunProfileRow) {
  return {
    id: row.id,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    scopeId: row.environment_id,
    runProfileType: row.type,
    ...processorOf(row),
    createDate: row.created_at.toISOString(),
    updateDate: row.updated_at.toISOString(),
  };
}

function processorOf(row: RunProfileRow) {
  if (row.engine_id !== null) return { processorType: 'RE', processorId: row.engine_id } as const;
  if (row.cluster_id !== null) return { processorType: 'REC', processorId: row.cluster_id } as const;
  return { processorType: 'DYNAMIC_ENGINE', processorId: row.environment_id } as const;
}

/** Converts a row to RunProfile. */
export const toRunProfileJson = (row: RunProfileRow): Schema<'RunProfile'> => ({
  ...shared(row),
  type: row.type,
  jvmArguments: row.jvm_arguments,
  version: row.version,
  ...(row.pod !== null && { pod: row.pod }),
  ...(row.runtime_id !== null && { runtimeId: row.runtime_id }),
});

/** Converts a row to BaseRunProfile. */
export const toBaseRunProfileJson = (row: RunProfileRow): Schema<'BaseRunProfile'> => ({
  ...shared(row),
  ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
});
