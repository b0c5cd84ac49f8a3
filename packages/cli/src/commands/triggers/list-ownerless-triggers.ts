import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { readOwnerlessTriggers } from './find-former-account.ts';

/** `millrace trigger list-ownerless`. */
export function listOwnerlessTriggers(parent: Command, shell: Shell): void {
  parent
    .command('list-ownerless')
    .description('List the triggers whose account is disabled or deleted; schedules still fire')
    .addHelpText('after', examples('millrace trigger list-ownerless'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const page = await readOwnerlessTriggers(client);
      if (output.json) return output.printJson(page);
      return output.printTable(
        ['ACCOUNT', 'STATUS', 'KIND', 'STARTS', 'NAME', 'NEXT'],
        page.items.map((trigger) => [
          trigger.accountLogin ?? trigger.accountId,
          trigger.accountStatus.toLowerCase(),
          trigger.kind.toLowerCase().replace('_', ' '),
          trigger.executableType.toLowerCase(),
          trigger.executableName ?? trigger.executableId,
          trigger.nextDate,
        ]),
        'Every trigger has an active account.',
      );
    });
}
