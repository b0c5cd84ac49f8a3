/** Tasks: artifacts made runnable. */
import type { Feature } from '../../../core/feature.ts';
import { conflict } from '../../../core/problem.ts';
import { orchestration } from '../../../core/surfaces/orchestration.ts';
import { changeTaskRunConfig } from './change-task-run-config.ts';
import { createTask } from './create-task.ts';
import { deleteTask } from './delete-task.ts';
import { getTaskRunConfig } from './get-task-run-config.ts';
import { getTask } from './get-task.ts';
import { listTasks } from './list-tasks.ts';
import { removeTaskRunConfig } from './remove-task-run-config.ts';
import { replaceTask } from './replace-task.ts';

/** What the server serves for tasks. */
export const tasks: Feature = {
  surface: orchestration,
  endpoints: [listTasks, createTask, getTask, replaceTask, deleteTask, getTaskRunConfig, changeTaskRunConfig, removeTaskRunConfig],
  constraints: {
    /** @rule tasks.create.name */
    task_name_once: () => conflict('task_name_taken', 'The workspace has a task of that name: choose another name.'),
  },
};
