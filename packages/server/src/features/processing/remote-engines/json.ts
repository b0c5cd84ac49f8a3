import type { Schema } from '@millrace/contract';
import { toEnvironmentJson } from '../../orchestration/environments/index.ts';
import { toWorkspaceInfo } from '../../orchestration/workspaces/index.ts';
import type { EngineRow, RuntimeRow } from './rows.ts';

/** Converts a row to the fields that engines and clusters have in common. */
export const toRuntimeFields = (row: RuntimeRow) => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  workspace: row.workspace ? toWorkspaceInfo(row.workspace) : { environment: toEnvironmentJson(row.environment) },
  createDate: row.created_at.toISOString(),
  updateDate: row.updated_at.toISOString(),
  runtimeId: row.runtime_id,
  availability: row.availability,
});

/**
 * Converts a row to Engine.
 * @rule remote-engines.get.key
 */
export const toEngineJson = (row: EngineRow): Schema<'Engine'> => ({
  ...toRuntimeFields(row),
  ...(row.isolation !== null && { isolation: row.isolation }),
  ...(row.javas !== null && { javas: row.javas }),
  ...(row.illness !== null && { illness: row.illness }),
  managed: row.managed,
  status: row.paired ? 'PAIRED' : 'NOT_PAIRED',
  runProfiles: row.run_profile_types,
  ...(row.debug !== null && { debug: row.debug }),
  ...(row.cluster_id !== null && { clusterId: row.cluster_id }),
  ...(row.esb_compatibility_version !== null && { esbCompatibilityVersion: row.esb_compatibility_version }),
});

/** Converts a row to EngineVersion. */
export const toEngineVersionJson = (row: EngineRow): Schema<'EngineVersion'> => ({
  id: row.id,
  engineId: row.runtime_id,
  name: row.name,
  ...(row.program_version !== null && { packageVersion: row.program_version }),
  availability: row.availability,
});
