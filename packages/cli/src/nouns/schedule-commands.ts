import type { Command } from 'commander';

import { addBindCommand, addUnbindCommand } from '../commands/schedules/bind-schedule.ts';
import { changeSchedule } from '../commands/schedules/change-schedule.ts';
import { copySchedule } from '../commands/schedules/copy-schedule.ts';
import { createSchedule } from '../commands/schedules/create-schedule.ts';
import { deleteSchedule } from '../commands/schedules/delete-schedule.ts';
import { getSchedule } from '../commands/schedules/get-schedule.ts';
import { listScheduleEvents } from '../commands/schedules/list-schedule-events.ts';
import { listSchedules } from '../commands/schedules/list-schedules.ts';
import { removeTrigger } from '../commands/schedules/remove-trigger.ts';
import { addTrigger } from '../commands/schedules/add-trigger.ts';
import { replaceTrigger } from '../commands/schedules/replace-trigger.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace schedule`. */
export function addScheduleCommands(program: Command, shell: Shell): void {
  const schedule = program
    .command('schedule')
    .description('Start tasks and plans at times: create schedules, bind them, list the next times');
  for (const add of [createSchedule, listSchedules, getSchedule, changeSchedule, copySchedule, deleteSchedule]) add(schedule, shell);
  for (const add of [listScheduleEvents, addTrigger, replaceTrigger, removeTrigger, addBindCommand, addUnbindCommand]) add(schedule, shell);
}
