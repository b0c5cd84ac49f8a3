import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findTaskId } from './find-task.ts';

/** `millrace task pause`. */
export const pauseTask = (parent: Command, shell: Shell): void =>
  addPauseCommand(parent, shell, {
    name: 'pause',
    description: 'Pause a task: it starts neither on request nor by its trigger; running executions continue',
    pause: true,
    done: 'Paused',
  });

/** `millrace task resume`. */
export const resumeTask = (parent: Command, shell: Shell): void =>
  addPauseCommand(parent, shell, { name: 'resume', description: 'Let a paused task start again', pause: false, done: 'Resumed' });

type PauseCommand = { name: string; description: string; pause: boolean; done: string };

function addPauseCommand(parent: Command, shell: Shell, { name, description, pause, done }: PauseCommand): void {
  parent
    .command(name)
    .description(description)
    .argument('<name or id>', 'the task')
    .option('--reason <text>', 'shown to everyone that sees the task')
    .addHelpText('after', examples(`millrace task ${name} nightly-load`, `millrace task ${name} nightly-load --reason "maintenance"`))
    .action(async (idOrName: string, options: { reason?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const taskId = await findTaskId(client, idOrName);
      const body = { pause, ...(options.reason !== undefined && { pauseContext: options.reason }) };
      await client.call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId }, body });
      if (output.json) return output.printJson({ id: taskId, pause });
      return output.print(`${done} task ${taskId}.`);
    });
}
