import { Option, type Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { fieldsOfOptions, withAlertOptions, type AlertOptions } from './alert-options.ts';
import { findAlertId } from './find-alert.ts';

const REMOVABLE = { seconds: 'boundSeconds', usual: 'usualFactor', success: 'successWithinSeconds', quiet: 'quietHours' } as const;

type ChangeOptions = AlertOptions & { name?: string; enable?: boolean; disable?: boolean; remove?: (keyof typeof REMOVABLE)[] };

/** `millrace alert change`. */
export function changeAlert(parent: Command, shell: Shell): void {
  const command = parent
    .command('change')
    .description('Change one of your alert rules. Recipients are replaced as a whole')
    .argument('<name or id>', 'the rule')
    .option('--name <text>', 'another name')
    .option('--enable', 'let it send alerts again')
    .option('--disable', 'stop its alerts')
    .addOption(new Option('--remove <parts...>', 'remove bounds or the quiet hours').choices(Object.keys(REMOVABLE)));
  withAlertOptions(command)
    .addHelpText(
      'after',
      examples(
        'millrace alert change "Nightly load" --quiet 22:00-06:00 --zone Europe/Berlin',
        'millrace alert change "Nightly load" --remove quiet',
      ),
    )
    .action(async (idOrName: string, options: ChangeOptions, self: Command) => {
      const { client, output } = await openContext(self, shell);
      const path = { id: await findAlertId(client, idOrName) };
      const { body } = await client.call('PATCH /api/v1/alerts/{id}', {
        path,
        body: {
          ...(await fieldsOfOptions(client, options, shell)),
          ...(options.name !== undefined && { name: options.name }),
          ...Object.fromEntries((options.remove ?? []).map((part) => [REMOVABLE[part], null])),
          ...((options.enable ?? options.disable) && { enabled: options.enable === true }),
        },
      });
      return output.printResult(body, `Changed alert ${body.name}.`);
    });
}
