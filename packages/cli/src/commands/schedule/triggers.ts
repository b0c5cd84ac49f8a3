import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { toTriggerTimes, type TriggerOptions, withTrigger } from '../trigger/options.ts';
import { findScheduleId, readSchedule } from './lookup.ts';

/** `millrace schedule add-trigger`. */
export const addTrigger = (parent: Command, shell: Shell): void =>
  addTriggerCommand(parent, shell, {
    name: 'add-trigger',
    description: 'Add a trigger to a schedule. Two executions of a schedule are at least five minutes apart',
    done: 'Added',
    send: (client, scheduleId, body) => client.call('POST /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId }, body }),
  });

/** `millrace schedule replace-trigger`. */
export const replaceTrigger = (parent: Command, shell: Shell): void =>
  addTriggerCommand(parent, shell, {
    name: 'replace-trigger',
    description: 'Replace a trigger of a schedule as a whole',
    done: 'Replaced',
    send: (client, scheduleId, body) => client.call('PUT /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId }, body }),
  });

/** `millrace schedule remove-trigger`. */
export function removeTrigger(parent: Command, shell: Shell): void {
  parent
    .command('remove-trigger')
    .description('Remove a trigger from a schedule')
    .argument('<description or id>', 'the schedule')
    .argument('<trigger>', 'name of the trigger')
    .addHelpText('after', examples('millrace schedule remove-trigger "Before the office opens" saturday'))
    .action(async (idOrDescription: string, name: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const scheduleId = await findScheduleId(client, idOrDescription);
      await client.call('DELETE /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId }, query: { name } });
      return output.printResult({ id: scheduleId, trigger: name }, `Removed trigger ${name} of schedule ${scheduleId}.`);
    });
}

type TriggerCommand = {
  name: string;
  description: string;
  done: string;
  send(client: Client, scheduleId: string, body: Schema<'ScheduleTrigger'>): Promise<unknown>;
};

/** Adds a command that sends a trigger of a schedule. */
function addTriggerCommand(parent: Command, shell: Shell, { name: verb, description, done, send }: TriggerCommand): void {
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
