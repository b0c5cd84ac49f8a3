import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findScheduleId } from './lookup.ts';

/** `millrace schedule copy`. */
export function copySchedule(parent: Command, shell: Shell): void {
  parent
    .command('copy')
    .description('Copy a schedule with its triggers; the copy starts nothing until it is bound')
    .argument('<description or id>', 'the schedule')
    .option('--description <text>', 'description of the copy (default: that of the schedule, marked as a copy)')
    .addHelpText('after', examples('millrace schedule copy "Before the office opens" --description "In summer"'))
    .action(async (idOrDescription: string, { description }: { description?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const scheduleId = await findScheduleId(client, idOrDescription);
      const { body } = await client.call('POST /orchestration/schedules/{scheduleId}', {
        path: { scheduleId },
        body: { ...(description !== undefined && { description }) },
      });
      return output.printResult(body, `Created schedule ${body.id}.`);
    });
}
