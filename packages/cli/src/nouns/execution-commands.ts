import type { Command } from 'commander';

import { listExecutionLogs } from '../commands/execution-logs/list-execution-logs.ts';
import { searchExecutions } from '../commands/execution-history/search-executions.ts';
import { endTaskExecution } from '../commands/task-executions/end-task-execution.ts';
import { getTaskExecution } from '../commands/task-executions/get-task-execution.ts';
import { listTaskExecutions } from '../commands/task-executions/list-task-executions.ts';
import { waitForExecution } from '../commands/task-executions/wait-for-execution.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace execution`. */
export function addExecutionCommands(program: Command, shell: Shell): void {
  const execution = program.command('execution').description('List, watch and stop executions');
  for (const add of [listTaskExecutions, getTaskExecution, searchExecutions, listExecutionLogs, endTaskExecution, waitForExecution])
    add(execution, shell);
}
