import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findScheduleId } from './find-schedule.ts';

/** `millrace schedule delete`. */
export function deleteSchedule(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a schedule. Refused while a task or plan uses it')
    .argument('<description or id>', 'the schedule')
    .addHelpText('after', examples('millrace schedule delete "Before the office opens"'))
    .action(async (idOrDescription: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const scheduleId = await findScheduleId(client, idOrDescription);
      await client.call('DELETE /orchestration/schedules/{scheduleId}', { path: { scheduleId } });
      if (output.json) return output.printJson({ id: scheduleId });
      return output.print(`Deleted schedule ${scheduleId}.`);
    });
}
