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
    .summary('Show the notifications in your inbox, newest first')
    .description(
      'Show the notifications in your inbox, newest first\n\n`millrace explain` takes the id of an execution of a task, and `millrace plan follow` that of a plan. The JSON has addresses.',
    )
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
        ['TIME', 'READ', 'NOTIFICATION', 'EXECUTION, OR OTHER RECORD'],
        body.data.map((notification) => [
          localTime(notification.createdAt),
          notification.read ? 'yes' : 'no',
          notification.body,
          idIn(notification.meta.href),
        ]),
        'Your inbox is empty.',
      );
    });
}

/** The id in the address of a record; the path where there is none. A table would cut the address. */
const idIn = (address: string): string =>
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(address)?.[0] ?? address.replace(/^https?:\/\/[^/]*/, '');
