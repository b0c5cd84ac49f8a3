/** Converts tasks to JSON. */
import type { Schema } from '@millrace/contract';
import type { DeclaredParameter } from '@millrace/contract/parameters';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { toTaskVersion } from '../../processing/task-executions/index.ts';
import { toWorkspaceInfo, type WorkspaceObject } from '../workspaces/index.ts';
import { pauseColumns, toPauseDetails, type PauseColumns } from './pause.ts';
import { shownValues } from './kept-values.ts';

/** The row of a task, with its workspace and artifact. */
export type TaskRow = {
  id: string;
  name: string;
  description: string | null;
  version: number;
  workspace: WorkspaceObject;
  artifact_id: string;
  artifact_name: string;
  artifact_version: string;
  artifact_version_id: string;
  tags: string[];
  parameters: Record<string, string>;
  declared: DeclaredParameter[];
  connections: Record<string, string>;
  resources: Record<string, string>;
  auto_upgradable: boolean;
  override_with_default_parameters: boolean;
  context_name: string | null;
} & PauseColumns;

/** The columns of `TaskRow` except the workspace, for statements with the aliases `t`, `v` and `a`. */
export const taskColumns: Sql = sql`
  t.id, t.name, t.description, t.version, a.id as artifact_id, a.name as artifact_name, v.version as artifact_version,
  v.id as artifact_version_id, t.tags, t.parameters, v.parameters as declared, t.connections, t.resources,
  t.auto_upgradable, t.override_with_default_parameters, t.context_name, ${pauseColumns(sql`t`)}`;

/** Converts a row to Task. */
export const toTaskJson = (row: TaskRow): Schema<'Task'> => ({
  id: row.id,
  name: row.name,
  ...(row.description !== null && { description: row.description }),
  workspace: toWorkspaceInfo(row.workspace),
  version: toTaskVersion(row.version),
  artifact: { id: row.artifact_id, name: row.artifact_name, version: row.artifact_version },
  tags: row.tags,
  ...shownValues(row),
  connections: row.connections,
  resources: row.resources,
  ...(row.context_name !== null && { contextName: row.context_name }),
  autoUpgradeInfo: { autoUpgradable: row.auto_upgradable, overrideWithDefaultParameters: row.override_with_default_parameters },
  ...toPauseDetails('taskPauseDetails', row),
});

/** A task in a list. */
export type ListedTaskRow = {
  id: string;
  name: string;
  workspace: WorkspaceObject;
  artifact_id: string;
  runtime_type: Schema<'RuntimeType'> | null;
  engine_id: string | null;
  cluster_id: string | null;
  run_profile_id: string | null;
} & PauseColumns;

/**
 * Converts a row to TaskExtract.
 * @rule tasks.list.executable
 * @rule tasks.create.runtime
 */
export const toTaskExtract = (row: ListedTaskRow): Schema<'TaskExtract'> => ({
  executable: row.id,
  name: row.name,
  workspace: toWorkspaceInfo(row.workspace),
  artifactId: row.artifact_id,
  runtime: {
    type: row.runtime_type ?? 'CLOUD',
    ...(row.engine_id !== null && { id: row.engine_id }),
    ...(row.cluster_id !== null && { id: row.cluster_id }),
    ...(row.run_profile_id !== null && { runProfileId: row.run_profile_id }),
  },
  ...toPauseDetails('taskPauseDetails', row),
});
