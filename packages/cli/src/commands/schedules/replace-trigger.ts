import type { Command } from 'commander';

import type { Shell } from '../../shell.ts';
import { addTriggerCommand } from './trigger-command.ts';

/** `millrace schedule replace-trigger`. */
export const replaceTrigger = (parent: Command, shell: Shell): void =>
  addTriggerCommand(parent, shell, {
    name: 'replace-trigger',
    description: 'Replace a trigger of a schedule as a whole',
    done: 'Replaced',
    send: (client, scheduleId, body) => client.call('PUT /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId }, body }),
  });
