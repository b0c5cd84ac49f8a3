import type { Command } from 'commander';

import type { Shell } from '../../shell.ts';
import { addPauseCommand, type SendPause } from '../pauses/add-pause-command.ts';
import { findTaskId } from './find-task.ts';

const send: SendPause = async (client, idOrName, body) => {
  const taskId = await findTaskId(client, idOrName);
  await client.call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId }, body });
  return taskId;
};

/** `millrace task pause`. */
export const pauseTask = (parent: Command, shell: Shell): void =>
  addPauseCommand(parent, shell, {
    name: 'pause',
    description: 'Pause a task: it starts neither on request nor by its trigger; running executions continue',
    noun: 'task',
    example: 'nightly-load',
    send,
  });

/** `millrace task resume`. */
export const resumeTask = (parent: Command, shell: Shell): void =>
  addPauseCommand(parent, shell, {
    name: 'resume',
    description: 'Let a paused task start again',
    noun: 'task',
    example: 'nightly-load',
    send,
  });
