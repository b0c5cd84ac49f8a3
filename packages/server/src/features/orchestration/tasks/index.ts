/** Tasks: artifacts with parameters and settings, ready to run. */
import type { Feature } from '../../../core/http/feature.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { artifactPublished } from '../artifacts/index.ts';
import * as operations from './operations.ts';
import * as runConfigOperations from './run-config-operations.ts';
import { upgradeTasks } from './upgrades.ts';

export * from './promoted-rows.ts';
export { holdTasks, usesTask } from './rows.ts';
export { requireEnvironmentOfWorkspace } from './rules.ts';
export type { ExecutableAction } from './events.ts';
export { moveProfilesToCluster, moveTasksToCluster, replaceProfileInTasks } from './runtimes.ts';
export { changePause, pauseColumns, toPauseDetails, type PauseColumns } from './pause.ts';

/** The endpoints, subscriptions and constraints of tasks. */
export const tasks: Feature = {
  surface: orchestrationErrors,
  endpoints: [...Object.values(operations), ...Object.values(runConfigOperations)],
  subscriptions: [subscribe(artifactPublished, (tx, { versionId, publisher }) => upgradeTasks(tx, publisher, versionId))],
  constraints: {
    /** @rule tasks.create.name */
    task_name_once: () => conflict('task_name_taken', 'The workspace has a task of that name: choose another name.'),
  },
};
