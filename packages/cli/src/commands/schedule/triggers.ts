import { type AddCommand, serverCommand, thingCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { oneLine } from '../../text.ts';
import { wholeNumber } from '../../option-values.ts';
import { toTriggerTimes, TRIGGER_OPTIONS } from '../trigger/options.ts';
import { readSchedule, scheduleNoun } from './lookup.ts';

/** `millrace schedule remove-trigger`. */
export const removeTrigger = thingCommand(scheduleNoun, 'remove-trigger', {
  description: 'Remove a trigger from a schedule',
  arguments: { '<trigger>': 'name of the trigger' },
  examples: ['millrace schedule remove-trigger "Before the office opens" saturday'],
  async run({ client, output }, scheduleId, name: string) {
    await client.call('DELETE /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId }, query: { name } });
    return output.printResult({ id: scheduleId, trigger: name }, `Removed trigger ${name} of schedule ${scheduleId}.`);
  },
});

/** Returns a command that sends a trigger of a schedule. */
const triggerCommand = (verb: string, description: string, method: 'POST' | 'PUT', done: string): AddCommand =>
  serverCommand(verb, {
    description,
    arguments: { '<description or id>': 'the schedule', '<trigger>': 'name of the trigger' },
    options: { ...TRIGGER_OPTIONS, '--timeout <minutes>': { text: 'end a run of this trigger that takes longer', parse: wholeNumber } },
    examples: [`millrace schedule ${verb} "Before the office opens" saturday --weekly sat --at 07:00 --zone Europe/Zurich`],
    async run({ client, output, options }, idOrDescription: string, name: string) {
      const rule = toTriggerTimes(options);
      if (!rule) throw new Failure('usage', 'Say when it fires with --cron, --once, --daily, --weekly or --monthly.');
      const scheduleId = await scheduleNoun.find(client, idOrDescription);
      const body = { name, ...rule, ...(options.timeout !== undefined && { timeout: options.timeout }) };
      await client.call(`${method} /orchestration/schedules/{scheduleId}/triggers`, { path: { scheduleId }, body });
      if (output.json) return output.printJson(await readSchedule(client, scheduleId));
      return output.print(oneLine(`${done} trigger ${name} of schedule ${scheduleId}.`));
    },
  });

/** `millrace schedule add-trigger`. */
export const addTrigger = triggerCommand(
  'add-trigger',
  'Add a trigger to a schedule. Two executions of a schedule are at least five minutes apart',
  'POST',
  'Added',
);

/** `millrace schedule replace-trigger`. */
export const replaceTrigger = triggerCommand('replace-trigger', 'Replace a trigger of a schedule as a whole', 'PUT', 'Replaced');
