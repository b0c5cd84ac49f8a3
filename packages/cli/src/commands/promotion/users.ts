import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { findServiceAccountId } from '../service-account/lookup.ts';
import { findUserId } from '../user/lookup.ts';
import { readPromotion } from './lookup.ts';

type AccountOptions = { user?: string; serviceAccount?: string };
type Account = { userId: string } | { serviceAccountId: string };

type AccountCommand = {
  verb: string;
  description: string;
  done: string;
  send(client: Client, promotionId: string, account: Account): Promise<void>;
};

/** Adds a command about an account that may run a promotion. */
function addAccountCommand(parent: Command, shell: Shell, { verb, description, done, send }: AccountCommand): void {
  parent
    .command(verb)
    .description(description)
    .argument('<source/target or id>', 'the promotion')
    .option('--user <login or id>', 'a user')
    .option('--service-account <name or id>', 'a service account')
    .addHelpText('after', examples(`millrace promotion ${verb} Test/Production --user ada`))
    .action(async (idOrName: string, { user, serviceAccount }: AccountOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if ((user === undefined) === (serviceAccount === undefined)) throw new Failure('usage', 'Give either --user or --service-account.');
      const { executable } = await readPromotion(client, idOrName);
      const account: Account =
        user === undefined
          ? { serviceAccountId: await findServiceAccountId(client, serviceAccount ?? '') }
          : { userId: await findUserId(client, user) };
      await send(client, executable, account);
      return output.printResult({ promotionId: executable, ...account }, `${done}: ${Object.values(account).join('')}.`);
    });
}

/** `millrace promotion users`. */
export function listPromotionUsers(parent: Command, shell: Shell): void {
  parent
    .command('users')
    .description('List the accounts that may analyze and run a promotion')
    .argument('<source/target or id>', 'the promotion')
    .addHelpText('after', examples('millrace promotion users Test/Production'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { promotionId: (await readPromotion(client, idOrName)).executable };
      const { body } = await client.call('GET /orchestration/executables/promotions/{promotionId}/users', { path });
      if (output.json) return output.printJson(body);
      const rows = [...body.userIds.map((id) => [id, 'user']), ...body.serviceAccountIds.map((id) => [id, 'service account'])];
      return output.printTable(['ID', 'KIND'], rows, 'No account may run it.');
    });
}

/** `millrace promotion assign`. */
export const addPromotionUser = (parent: Command, shell: Shell): void =>
  addAccountCommand(parent, shell, {
    verb: 'assign',
    description: 'Let an account analyze and run a promotion',
    done: 'May run it now',
    send: async (client, promotionId, account) => {
      if ('userId' in account)
        await client.call('PUT /orchestration/executables/promotions/{promotionId}/users/{userId}', { path: { promotionId, ...account } });
      else
        await client.call('PUT /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}', {
          path: { promotionId, ...account },
        });
    },
  });

/** `millrace promotion unassign`. */
export const removePromotionUser = (parent: Command, shell: Shell): void =>
  addAccountCommand(parent, shell, {
    verb: 'unassign',
    description: 'No longer let an account analyze and run a promotion',
    done: 'May no longer run it',
    send: async (client, promotionId, account) => {
      if ('userId' in account)
        await client.call('DELETE /orchestration/executables/promotions/{promotionId}/users/{userId}', {
          path: { promotionId, ...account },
        });
      else
        await client.call('DELETE /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}', {
          path: { promotionId, ...account },
        });
    },
  });
