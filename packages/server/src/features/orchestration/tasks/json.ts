/** Converts tasks to JSON. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { toTaskVersion } from '../../processing/task-executions/index.ts';
import { toWorkspaceInfo } from '../workspaces/index.ts';
import { shownValues } from './kept-values.ts';
import { toPauseDetails } from './pause.ts';
import type { ListedTaskRow, TaskRow } from './rows.ts';

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
    ...presentFields({ id: row.engine_id ?? row.cluster_id, runProfileId: row.run_profile_id }),
  },
  ...toPauseDetails('taskPauseDetails', row),
});
