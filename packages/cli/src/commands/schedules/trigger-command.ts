import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { toTriggerTimes, withTrigger, type TriggerOptions } from '../triggers/trigger-options.ts';
import { findScheduleId, readSchedule } from './find-schedule.ts';

type TriggerCommand = {
  name: string;
  description: string;
  done: string;
  send(client: Client, scheduleId: string, body: Schema<'ScheduleTrigger'>): Promise<unknown>;
};

/** Adds a command that sends a trigger of a schedule. */
export function addTriggerCommand(parent: Command, shell: Shell, { name: verb, description, done, send }: TriggerCommand): void {
  withTrigger(
    parent
      .command(verb)
      .description(description)
      .argument('<description or id>', 'the schedule')
      .argument('<trigger>', 'name of the trigger'),
  )
    .option('--timeout <minutes>', 'end a run of this trigger that takes longer', wholeNumber)
    .addHelpText(
      'after',
      examples(`millrace schedule ${verb} "Before the office opens" saturday --weekly sat --at 07:00 --zone Europe/Zurich`),
    )
    .action(async (idOrDescription: string, name: string, options: TriggerOptions & { timeout?: number }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const rule = toTriggerTimes(options);
      if (!rule) throw new Failure('usage', 'Say when it fires with --cron, --once, --daily, --weekly or --monthly.');
      const scheduleId = await findScheduleId(client, idOrDescription);
      await send(client, scheduleId, { name, ...rule, ...(options.timeout !== undefined && { timeout: options.timeout }) });
      if (output.json) return output.printJson(await readSchedule(client, scheduleId));
      return output.print(oneLine(`${done} trigger ${name} of schedule ${scheduleId}.`));
    });
}
