import type { Schema } from '@millrace/contract';

import { deleteCommand, group, listCommand, showCommand } from '../../group.ts';
import { findEnvironmentId, nameEnvironments } from '../environment/lookup.ts';
import { describeTrigger } from '../trigger/describe-trigger.ts';
import { bindScheduleCommand, unbindScheduleCommand } from './bind.ts';
import { changeSchedule } from './change.ts';
import { copySchedule } from './copy.ts';
import { createSchedule } from './create.ts';
import { nameBindings, readSchedule, readSchedules, scheduleNoun } from './lookup.ts';
import { listScheduleEvents } from './next.ts';
import { addTrigger, removeTrigger, replaceTrigger } from './triggers.ts';

type ListOptions = { environment?: string; bound?: true; match?: string };

const listSchedules = listCommand({
  description: 'List schedules',
  examples: ['millrace schedule list', 'millrace schedule list --bound --environment production'],
  options: (command) =>
    command
      .option('--environment <name or id>', 'only those of an environment')
      .option('--bound', 'only those that a task or plan uses')
      .option('--match <expression>', 'only those whose description matches a regular expression'),
  read: async ({ client }, { environment, bound, match }: ListOptions) =>
    readSchedules(client, {
      ...(environment !== undefined && { environmentId: await findEnvironmentId(client, environment) }),
      ...(bound && { onlyBound: true }),
      ...(match !== undefined && { descriptionFilter: match }),
    }),
  async columns({ client }, schedules: readonly Schema<'Schedule'>[]) {
    const [environmentOf, bindingOf] = [await nameEnvironments(client), await nameBindings(client, schedules)];
    return {
      ID: ({ id }) => id,
      DESCRIPTION: ({ description }) => description,
      ENVIRONMENT: ({ environmentId }) => environmentOf(environmentId),
      STARTS: bindingOf,
      TRIGGERS: ({ triggers = [] }) => triggers.map(describeTrigger).join('; '),
    };
  },
  none: 'No schedules.',
});

const showSchedule = showCommand(scheduleNoun, {
  description: 'Show a schedule with its triggers',
  examples: ['millrace schedule show "Before the office opens"'],
  read: readSchedule,
  async print({ client, output }, shown) {
    output.printProperties([
      ['Id', shown.id],
      ['Description', shown.description],
      ['Environment', (await nameEnvironments(client))(shown.environmentId)],
      ['Starts', (await nameBindings(client, [shown]))(shown) || 'nothing'],
    ]);
    output.print('');
    output.printTable(
      ['TRIGGER', 'FIRES', 'TIME LIMIT'],
      (shown.triggers ?? []).map((trigger) => [
        trigger.name,
        describeTrigger(trigger),
        trigger.timeout ? `${trigger.timeout} min` : undefined,
      ]),
      'It has no triggers.',
    );
  },
});

const deleteSchedule = deleteCommand(scheduleNoun, {
  description: 'Delete a schedule. Refused while a task or plan uses it',
  examples: ['millrace schedule delete "Before the office opens"'],
  send: (client, scheduleId) => client.call('DELETE /orchestration/schedules/{scheduleId}', { path: { scheduleId } }),
});

/** `millrace schedule`. */
export const scheduleGroup = group('schedule', 'Start tasks and plans at times: create schedules, bind them, list the next times', [
  createSchedule,
  listSchedules,
  showSchedule,
  changeSchedule,
  copySchedule,
  deleteSchedule,
  listScheduleEvents,
  addTrigger,
  replaceTrigger,
  removeTrigger,
  bindScheduleCommand,
  unbindScheduleCommand,
]);
