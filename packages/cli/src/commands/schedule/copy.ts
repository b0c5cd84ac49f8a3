import { thingCommand } from '../../group.ts';
import { scheduleNoun } from './lookup.ts';

/** `millrace schedule copy`. */
export const copySchedule = thingCommand(scheduleNoun, 'copy', {
  description: 'Copy a schedule with its triggers; the copy starts nothing until it is bound',
  options: (command) => command.option('--description <text>', 'description of the copy (default: that of the schedule, marked as a copy)'),
  examples: ['millrace schedule copy "Before the office opens" --description "In summer"'],
  async run({ client, output }, scheduleId, { description }: { description?: string }) {
    const { body } = await client.call('POST /orchestration/schedules/{scheduleId}', {
      path: { scheduleId },
      body: { ...(description !== undefined && { description }) },
    });
    return output.printResult(body, `Created schedule ${body.id}.`);
  },
});
