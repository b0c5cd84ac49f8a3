import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findAlertId } from './find-alert.ts';

const MILLISECONDS = 60_000;

/** `millrace alert snooze`. */
export function snoozeAlert(parent: Command, shell: Shell): void {
  parent
    .command('snooze')
    .description('Snooze one of your alert rules for a while')
    .argument('<name or id>', 'the rule')
    .option('--minutes <n>', 'duration in minutes', wholeNumber, 60)
    .addHelpText('after', examples('millrace alert snooze "Nightly load" --minutes 480'))
    .action(async (idOrName: string, options: { minutes: number }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const until = new Date(Date.now() + options.minutes * MILLISECONDS).toISOString();
      const path = { id: await findAlertId(client, idOrName) };
      const { body } = await client.call('POST /api/v1/alerts/{id}/actions/snooze', { path, body: { until } });
      return output.printResult(body, `Alert ${body.name} is silent until ${localTime(until)}.`);
    });
}
