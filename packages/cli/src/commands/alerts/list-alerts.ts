import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { readAlerts } from './find-alert.ts';

/** `millrace alert list`. */
export function listAlerts(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List your alert rules')
    .addHelpText('after', examples('millrace alert list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const alerts = await readAlerts(client);
      if (output.json) return output.printJson(alerts);
      return output.printTable(
        ['ID', 'NAME', 'CONDITION', 'STATE'],
        alerts.map((alert) => [alert.id, alert.name, alert.condition, stateOf(alert)]),
        'You have no alert rules.',
      );
    });
}

const stateOf = ({ enabled, snoozedUntil }: { enabled: boolean; snoozedUntil?: string }): string => {
  if (!enabled) return 'disabled';
  return snoozedUntil === undefined ? 'enabled' : `snoozed until ${localTime(snoozedUntil)}`;
};
