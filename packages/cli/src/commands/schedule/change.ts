import { thingCommand } from '../../group.ts';
import { readSchedule, scheduleNoun } from './lookup.ts';

/** `millrace schedule change`. */
export const changeSchedule = thingCommand(scheduleNoun, 'change', {
  description: 'Change the description of a schedule; its triggers have commands of their own',
  options: (command) => command.requiredOption('--description <text>', 'new description'),
  examples: ['millrace schedule change "Before the office opens" --description "Before eight"'],
  async run({ client, output }, scheduleId, { description }: { description: string }) {
    await client.call('PATCH /orchestration/schedules/{scheduleId}', { path: { scheduleId }, body: { description } });
    if (output.json) return output.printJson(await readSchedule(client, scheduleId));
    return output.print(`Changed schedule ${scheduleId}.`);
  },
});
