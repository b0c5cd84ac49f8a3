import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { findScheduleId } from './find-schedule.ts';

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
      if (output.json) return output.printJson({ id: scheduleId, trigger: name });
      return output.print(oneLine(`Removed trigger ${name} of schedule ${scheduleId}.`));
    });
}
