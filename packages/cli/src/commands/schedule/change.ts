import { serverCommand } from '../../group.ts';
import { findScheduleId, readSchedule } from './lookup.ts';

/** `millrace schedule change`. */
export const changeSchedule = serverCommand('change', {
  description: 'Change the description of a schedule; its triggers have commands of their own',
  arguments: { '<description or id>': 'the schedule' },
  options: (command) => command.requiredOption('--description <text>', 'new description'),
  examples: ['millrace schedule change "Before the office opens" --description "Before eight"'],
  async run({ client, output }, idOrDescription: string, { description }: { description: string }) {
    const scheduleId = await findScheduleId(client, idOrDescription);
    await client.call('PATCH /orchestration/schedules/{scheduleId}', { path: { scheduleId }, body: { description } });
    if (output.json) return output.printJson(await readSchedule(client, scheduleId));
    return output.print(`Changed schedule ${scheduleId}.`);
  },
});
