// cap: 70 because each of the eighteen operations needs two lines
/** Tasks: artifacts with parameters and settings, ready to run. */
import type { Feature } from '../../../core/http/feature.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { artifactPublished } from '../artifacts/index.ts';
import { bindTaskSchedule } from './bind-task-schedule.ts';
import { changeDynamicEngineRunConfig } from './change-dynamic-engine-run-config.ts';
import { changeTaskRunConfig } from './change-task-run-config.ts';
import { changeTask } from './change-task.ts';
import { createTask } from './create-task.ts';
import { deleteTask } from './delete-task.ts';
import { getDynamicEngineRunConfig } from './get-dynamic-engine-run-config.ts';
import { getTaskRunConfig } from './get-task-run-config.ts';
import { getTaskSchedule } from './get-task-schedule.ts';
import { getTask } from './get-task.ts';
import { listTaskEvents } from './list-task-events.ts';
import { listTasks } from './list-tasks.ts';
import { pauseTask } from './pause-task.ts';
import { removeDynamicEngineRunConfig } from './remove-dynamic-engine-run-config.ts';
import { removeTaskRunConfig } from './remove-task-run-config.ts';
import { replaceTask } from './replace-task.ts';
import { searchTasks } from './search-tasks.ts';
import { unbindTaskSchedule } from './unbind-task-schedule.ts';
import { upgradeTasks } from './upgrade-queries.ts';

export * from './promoted-queries.ts';
export { holdTasks } from './access.ts';
export { requireEnvironmentOfWorkspace } from './rules.ts';
export type { ExecutableAction } from './task-events.ts';
export { moveProfilesToCluster, moveTasksToCluster, replaceProfileInTasks } from './replaced-runtime-queries.ts';
export { changePause, pauseColumns, toPauseDetails, type PauseColumns } from './pause.ts';

/** The endpoints, subscriptions and constraints of tasks. */
export const tasks: Feature = {
  surface: orchestration,
  endpoints: [
    listTasks,
    createTask,
    searchTasks,
    getTask,
    replaceTask,
    changeTask,
    deleteTask,
    getTaskRunConfig,
    changeTaskRunConfig,
    removeTaskRunConfig,
    getDynamicEngineRunConfig,
    changeDynamicEngineRunConfig,
    removeDynamicEngineRunConfig,
    listTaskEvents,
    getTaskSchedule,
    bindTaskSchedule,
    unbindTaskSchedule,
    pauseTask,
  ],
  subscriptions: [subscribe(artifactPublished, (tx, { versionId, publisher }) => upgradeTasks(tx, publisher, versionId))],
  constraints: {
    /** @rule tasks.create.name */
    task_name_once: () => conflict('task_name_taken', 'The workspace has a task of that name: choose another name.'),
  },
};
