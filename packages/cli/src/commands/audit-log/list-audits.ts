import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { readLinkedPages } from '../../pages.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findUserId } from '../users/find-user.ts';

type ListOptions = { from?: string; to?: string; user?: string; type?: string; limit: number };

const TYPE_PREFIX = 'com.service.v1.';

/** `millrace audit list`. */
export function listAudits(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List entries of the audit log, newest first')
    .option('--from <time>', 'only those from a time on, such as 2026-11-01 or 2026-11-01T08:00:00Z')
    .option('--to <time>', 'only those before a time')
    .option('--user <login or id>', 'only those of a user, or by its id of a service account')
    .option('--type <type>', 'only those of a type, such as groups.delete-group')
    .option('--limit <n>', 'maximum number', wholeNumber, 20)
    .addHelpText('after', examples('millrace audit list --from 2026-11-01', 'millrace audit list --type groups.delete-group --limit 100'))
    .action(async (options: ListOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { from = '', to = '', user, type } = options;
      const filter = {
        ...((from || to) && { eventTime: `${from}/${to}` }),
        ...(user !== undefined && { userId: await findUserId(client, user) }),
        ...(type !== undefined && { eventType: type.startsWith(TYPE_PREFIX) ? type : TYPE_PREFIX + type }),
      };
      const entries = await readLinkedPages(
        async (query) => (await client.call('GET /api/v1/audits', { query: { ...filter, ...query } })).body,
        options.limit,
      );
      if (output.json) return output.printJson(entries);
      return output.printTable(
        ['ID', 'TIME', 'ACCOUNT', 'TYPE', 'STATUS', 'ADDRESS'],
        entries.map((entry) => [
          entry.id,
          localTime(entry.eventTime),
          entry.data.username,
          entry.eventType.replace(TYPE_PREFIX, ''),
          entry.data.response.code,
          entry.data.clientIp,
        ]),
        'No entries.',
      );
    });
}
