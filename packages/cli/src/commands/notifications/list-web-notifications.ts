import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';

const LARGEST_PAGE = 100;

/** `millrace notification inbox`. */
export function listWebNotifications(parent: Command, shell: Shell): void {
  parent
    .command('inbox')
    .description('Show the notifications in your inbox, newest first')
    .option('--unread', 'only unread ones')
    .option('--mark-read', 'mark all as read')
    .option('--limit <n>', `maximum number, at most ${LARGEST_PAGE}`, wholeNumber, 20)
    .addHelpText('after', examples('millrace notification inbox --unread'))
    .action(async (options: { unread?: boolean; markRead?: boolean; limit: number }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const query = { limit: Math.min(options.limit, LARGEST_PAGE), ...(options.unread === true && { read: false }) };
      const { body } = await client.call('GET /api/v1/web-notifications', { query });
      if (options.markRead === true)
        await client.call('PATCH /api/v1/web-notifications/all', { body: [{ op: 'replace', path: '/read', value: true }] });
      if (output.json) return output.printJson(body.data);
      return output.printTable(
        ['TIME', 'READ', 'NOTIFICATION', 'EXPLANATION'],
        body.data.map((notification) => [
          localTime(notification.createdAt),
          notification.read ? 'yes' : 'no',
          notification.body,
          notification.meta.href,
        ]),
        'Your inbox is empty.',
      );
    });
}
