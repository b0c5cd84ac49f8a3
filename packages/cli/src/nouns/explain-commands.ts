import type { Command } from 'commander';

import { explainAccess } from '../commands/explanations/explain-access.ts';
import { explainTaskExecution } from '../commands/task-executions/explain-task-execution.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace explain`, and `access` below it. */
export function addExplainCommands(program: Command, shell: Shell): void {
  explainAccess(explainTaskExecution(program, shell), shell);
}
