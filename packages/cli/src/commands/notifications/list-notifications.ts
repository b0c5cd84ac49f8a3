import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

/** `millrace notification list`. */
export function listNotifications(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List the kinds of notifications that you can subscribe to, and your subscriptions')
    .addHelpText('after', examples('millrace notification list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: known } = await client.call('GET /api/v1/notifications', { query: { subscribable: 'true' } });
      const { body: own } = await client.call('GET /api/v1/notifications/subscriptions');
      const transportsOf = (kind: string): string =>
        own.data
          .filter((notification) => notification.kind === kind)
          .flatMap(({ transports }) => transports.map(({ type }) => type))
          .join(', ');
      if (output.json) return output.printJson({ ...known, subscriptions: own.data });
      return output.printTable(
        ['KIND', 'MEANING', 'SENT BY'],
        known.notifications.map((notification) => [
          notification.notificationNamePattern,
          notification.presentationInfo?.friendlyName ?? '',
          transportsOf(notification.notificationNamePattern),
        ]),
        '',
      );
    });
}
