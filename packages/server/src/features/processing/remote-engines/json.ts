/** Converts engines to JSON, without their keys and credentials. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { environmentObject, toEnvironmentJson, type EnvironmentRow } from '../../orchestration/environments/index.ts';
import { toWorkspaceInfo, workspaceObject, type WorkspaceObject } from '../../orchestration/workspaces/index.ts';
import { availability, illness, type EngineIllness } from '../task-executions/index.ts';

/** The columns that engines and clusters have in common. */
export type RuntimeRow = {
  id: string;
  name: string;
  description: string | null;
  runtime_id: string;
  availability: Schema<'Availability'>;
  created_at: Date;
  updated_at: Date;
  environment: EnvironmentRow;
  workspace: WorkspaceObject | null;
};

/** The environment and the workspace of `RuntimeRow`, for statements with `runtimeJoins`. */
export const environmentWorkspaceColumns: Sql = sql`
  ${environmentObject} as environment, case when w.id is not null then ${workspaceObject} end as workspace`;

/** Builds the joins that `environmentWorkspaceColumns` needs beside the table of engines or clusters. */
export const runtimeJoins = (table: Sql): Sql => sql`
  join environment e on e.id = ${table}.environment_id
  left join workspace w on w.id = ${table}.workspace_id
  left join account o on o.id = w.owner_id`;

/** The selectors of the filters for the environment and the workspace, for statements with `runtimeJoins`. */
export const environmentWorkspaceSelectors = {
  'workspace.id': { column: sql`w.id`, type: 'uuid' },
  'workspace.name': { column: sql`w.name`, type: 'text' },
  'environment.id': { column: sql`e.id`, type: 'uuid' },
  'environment.name': { column: sql`e.name`, type: 'text' },
  'workspace.environment.id': { column: sql`e.id`, type: 'uuid' },
  'workspace.environment.name': { column: sql`e.name`, type: 'text' },
} as const;

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

/** The row of an engine. */
export type EngineRow = RuntimeRow & {
  managed: boolean;
  debug: Schema<'EngineDebug'> | null;
  esb_compatibility_version: string | null;
  paired: boolean;
  run_profile_types: Schema<'RuntimeProfileType'>[];
  cluster_id: string | null;
  isolation: Schema<'Isolation'> | null;
  javas: number[] | null;
  illness: EngineIllness | null;
  program_version: string | null;
};

/** The columns of `EngineRow` except environment and workspace, for statements with the alias `g`. */
export const engineColumns: Sql = sql`
  g.id, g.name, g.description, g.runtime_id, g.managed, g.debug, g.esb_compatibility_version, g.paired_at is not null as paired,
  g.run_profile_types, g.cluster_id, ${availability} as availability, g.isolation, g.javas, ${illness} as illness, g.program_version,
  g.created_at, g.updated_at`;

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
