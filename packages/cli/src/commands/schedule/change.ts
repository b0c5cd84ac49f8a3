import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findScheduleId, readSchedule } from './lookup.ts';

/** `millrace schedule change`. */
export function changeSchedule(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change the description of a schedule; its triggers have commands of their own')
    .argument('<description or id>', 'the schedule')
    .requiredOption('--description <text>', 'new description')
    .addHelpText('after', examples('millrace schedule change "Before the office opens" --description "Before eight"'))
    .action(async (idOrDescription: string, { description }: { description: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const scheduleId = await findScheduleId(client, idOrDescription);
      await client.call('PATCH /orchestration/schedules/{scheduleId}', { path: { scheduleId }, body: { description } });
      if (output.json) return output.printJson(await readSchedule(client, scheduleId));
      return output.print(`Changed schedule ${scheduleId}.`);
    });
}
