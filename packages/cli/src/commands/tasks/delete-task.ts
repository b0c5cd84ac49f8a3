import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findTaskId } from './find-task.ts';

/** `millrace task delete`. */
export function deleteTask(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a task; its executions stay in the history. Refused while an execution is unfinished')
    .argument('<name or id>', 'the task')
    .option('--terminate', 'terminate unfinished executions first')
    .addHelpText('after', examples('millrace task delete nightly-load', 'millrace task delete nightly-load --terminate'))
    .action(async (idOrName: string, options: { terminate?: true }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const taskId = await findTaskId(client, idOrName);
      const query = options.terminate ? { terminateExecutions: true } : {};
      await client.call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId }, query });
      return output.printResult({ id: taskId }, `Deleted task ${taskId}.`);
    });
}
