import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { nameEnvironments } from '../environments/name-environments.ts';
import { describeTrigger } from '../triggers/describe-trigger.ts';
import { findScheduleId, readSchedule } from './find-schedule.ts';
import { nameBindings } from './name-bindings.ts';

/** `millrace schedule show`. */
export function getSchedule(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a schedule with its triggers')
    .argument('<description or id>', 'the schedule')
    .addHelpText('after', examples('millrace schedule show "Before the office opens"'))
    .action(async (idOrDescription: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const schedule = await readSchedule(client, await findScheduleId(client, idOrDescription));
      if (output.json) return output.printJson(schedule);
      output.printProperties([
        ['Id', schedule.id],
        ['Description', schedule.description],
        ['Environment', (await nameEnvironments(client))(schedule.environmentId)],
        ['Starts', (await nameBindings(client, [schedule]))(schedule) || 'nothing'],
      ]);
      output.print('');
      return output.printTable(
        ['TRIGGER', 'FIRES', 'TIME LIMIT'],
        (schedule.triggers ?? []).map((trigger) => [
          trigger.name,
          describeTrigger(trigger),
          trigger.timeout ? `${trigger.timeout} min` : undefined,
        ]),
        'It has no triggers.',
      );
    });
}
