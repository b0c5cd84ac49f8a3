import { serverCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { toTriggerTimes, type TriggerOptions, withTrigger } from '../trigger/options.ts';

type CreateOptions = TriggerOptions & { environment?: string; trigger: string; timeout?: number };

/** `millrace schedule create`. */
export const createSchedule = serverCommand('create', {
  description: 'Create a schedule with its first trigger\n\nIt starts nothing until `schedule bind` gives it a task or a plan.',
  arguments: { '<description>': 'what it is for; commands find it by this text' },
  options: (command) =>
    withTrigger(
      command
        .option('--environment <name or id>', 'its environment (default: the only one you see, or the default one)')
        .option('--trigger <name>', 'name of the trigger', 'main'),
    ).option('--timeout <minutes>', 'end a run of this trigger that takes longer', wholeNumber),
  examples: [
    'millrace schedule create "Before the office opens" --cron "30 5 ? * MON-FRI" --zone Europe/Zurich',
    'millrace schedule create "Office hours" --weekly mon,tue,wed --between 08:30-18:30 --step 120',
    'millrace schedule create "Move" --once "2031-01-31 22:00" --zone Europe/Berlin',
  ],
  async run({ client, output }, description: string, options: CreateOptions) {
    const { trigger: name, timeout } = options;
    const rule = toTriggerTimes(options);
    if (!rule) throw new Failure('usage', 'Say when it fires with --cron, --once, --daily, --weekly or --monthly.');
    const environmentId = await findEnvironmentId(client, options.environment);
    const trigger = { name, ...rule, ...(timeout !== undefined && { timeout }) };
    const { body } = await client.call('POST /orchestration/schedules', { body: { description, environmentId, trigger } });
    return output.printResult(body, `Created schedule ${description} (${body.id}).`);
  },
});
