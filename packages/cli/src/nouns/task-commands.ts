import type { Command } from 'commander';

import { changeTaskRunConfig } from '../commands/run-configs/change-task-run-config.ts';
import { startTaskExecution } from '../commands/task-executions/start-task-execution.ts';
import { changeTask } from '../commands/tasks/change-task.ts';
import { createTask } from '../commands/tasks/create-task.ts';
import { deleteTask } from '../commands/tasks/delete-task.ts';
import { getTask } from '../commands/tasks/get-task.ts';
import { listTasks } from '../commands/tasks/list-tasks.ts';
import { pauseTask, resumeTask } from '../commands/tasks/pause-task.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace task`. */
export function addTaskCommands(program: Command, shell: Shell): void {
  const task = program.command('task').description('Make artifacts runnable and run them');
  for (const add of [
    createTask,
    startTaskExecution,
    listTasks,
    getTask,
    changeTask,
    changeTaskRunConfig,
    pauseTask,
    resumeTask,
    deleteTask,
  ])
    add(task, shell);
}
