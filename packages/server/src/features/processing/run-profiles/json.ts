/** The JSON of run profiles. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { RunProfileRow } from './rows.ts';

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
  ...presentFields({ pod: row.pod, runtimeId: row.runtime_id }),
});

/** Converts a row to BaseRunProfile. */
export const toBaseRunProfileJson = (row: RunProfileRow): Schema<'BaseRunProfile'> => ({
  ...shared(row),
  ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
});
