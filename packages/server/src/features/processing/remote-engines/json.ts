/** Converts engines to JSON, without their keys and credentials. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { toEnvironmentJson, type EnvironmentRow } from '../../orchestration/environments/index.ts';
import { toWorkspaceInfo, type WorkspaceObject } from '../../orchestration/workspaces/index.ts';
import { availability, illness, type EngineIllness } from '../task-executions/index.ts';

/** An engine as the database has it. */
export type EngineRow = {
  id: string;
  name: string;
  description: string | null;
  runtime_id: string;
  managed: boolean;
  debug: Schema<'EngineDebug'> | null;
  esb_compatibility_version: string | null;
  paired: boolean;
  run_profile_types: Schema<'RuntimeProfileType'>[];
  cluster_id: string | null;
  availability: Schema<'Availability'>;
  isolation: Schema<'Isolation'> | null;
  illness: EngineIllness | null;
  program_version: string | null;
  created_at: Date;
  updated_at: Date;
  environment: EnvironmentRow;
  workspace: WorkspaceObject | null;
};

/** The columns of `EngineRow` except environment and workspace, for statements with the alias `g`. */
export const engineColumns: Sql = sql`
  g.id, g.name, g.description, g.runtime_id, g.managed, g.debug, g.esb_compatibility_version, g.paired_at is not null as paired,
  g.run_profile_types, g.cluster_id, ${availability} as availability, g.isolation, ${illness} as illness, g.program_version, g.created_at, g.updated_at`;

/**
 * Row → Engine.
 * @rule remote-engines.get.key
 */
export const toEngineJson = (row: EngineRow): Schema<'Engine'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  workspace: row.workspace ? toWorkspaceInfo(row.workspace) : { environment: toEnvironmentJson(row.environment) },
  createDate: row.created_at.toISOString(),
  updateDate: row.updated_at.toISOString(),
  runtimeId: row.runtime_id,
  availability: row.availability,
  ...(row.isolation !== null && { isolation: row.isolation }),
  ...(row.illness !== null && { illness: row.illness }),
  managed: row.managed,
  status: row.paired ? 'PAIRED' : 'NOT_PAIRED',
  runProfiles: row.run_profile_types,
  ...(row.debug !== null && { debug: row.debug }),
  ...(row.cluster_id !== null && { clusterId: row.cluster_id }),
  ...(row.esb_compatibility_version !== null && { esbCompatibilityVersion: row.esb_compatibility_version }),
});

/** Row → EngineVersion. */
export const toEngineVersionJson = (row: EngineRow): Schema<'EngineVersion'> => ({
  id: row.id,
  engineId: row.runtime_id,
  name: row.name,
  ...(row.program_version !== null && { packageVersion: row.program_version }),
  availability: row.availability,
});
