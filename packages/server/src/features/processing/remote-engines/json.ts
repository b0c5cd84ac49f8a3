/** The JSON of engines. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
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
  ...presentFields({ isolation: row.isolation, javas: row.javas, illness: row.illness }),
  managed: row.managed,
  status: row.paired ? 'PAIRED' : 'NOT_PAIRED',
  runProfiles: row.run_profile_types,
  ...presentFields({ debug: row.debug, clusterId: row.cluster_id, esbCompatibilityVersion: row.esb_compatibility_version }),
});

/** Converts a row to EngineVersion. */
export const toEngineVersionJson = (row: EngineRow): Schema<'EngineVersion'> => ({
  id: row.id,
  engineId: row.runtime_id,
  name: row.name,
  ...(row.program_version !== null && { packageVersion: row.program_version }),
  availability: row.availability,
});
