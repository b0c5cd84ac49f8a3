import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { fieldsOfOptions, withAlertOptions, type AlertOptions } from './alert-options.ts';
import { findAlertId } from './find-alert.ts';

type Options = AlertOptions & { name?: string; enable?: boolean; disable?: boolean };

/** `millrace alert change`. */
export function changeAlert(parent: Command, shell: Shell): void {
  const command = parent
    .command('change')
    .description('Change an alert rule of yours. Recipients are replaced as a whole')
    .argument('<name or id>', 'the rule')
    .option('--name <text>', 'another name')
    .option('--enable', 'have it alert again')
    .option('--disable', 'have it not alert');
  withAlertOptions(command)
    .addHelpText('after', examples('millrace alert change "Nightly load" --quiet 22:00-06:00 --zone Europe/Berlin'))
    .action(async (idOrName: string, options: Options, self: Command) => {
      const { client, output } = await openContext(self, shell);
      const path = { id: await findAlertId(client, idOrName) };
      const { body } = await client.call('PATCH /api/v1/alerts/{id}', {
        path,
        body: {
          ...(await fieldsOfOptions(client, options, shell)),
          ...(options.name !== undefined && { name: options.name }),
          ...((options.enable ?? options.disable) && { enabled: options.enable === true }),
        },
      });
      if (output.json) return output.printJson(body);
      return output.print(oneLine(`Changed alert ${body.name}.`));
    });
}
