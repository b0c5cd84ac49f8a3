import type { Command } from 'commander';

import type { Shell } from '../../shell.ts';
import { addTriggerCommand } from './trigger-command.ts';

/** `millrace schedule add-trigger`. */
export const addTrigger = (parent: Command, shell: Shell): void =>
  addTriggerCommand(parent, shell, {
    name: 'add-trigger',
    description: 'Add a trigger to a schedule. Two executions of a schedule are at least five minutes apart',
    done: 'Added',
    send: (client, scheduleId, body) => client.call('POST /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId }, body }),
  });
