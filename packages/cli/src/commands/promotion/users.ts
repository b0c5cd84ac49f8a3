import { type AddCommand, serverCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { findServiceAccountId } from '../service-account/lookup.ts';
import { findUserId } from '../user/lookup.ts';
import { readPromotion } from './lookup.ts';

type AccountOptions = { user?: string; serviceAccount?: string };
type Account = { userId: string } | { serviceAccountId: string };

/** `millrace promotion users`. */
export const listPromotionUsers = serverCommand('users', {
  description: 'List the accounts that may analyze and run a promotion',
  arguments: { '<source/target or id>': 'the promotion' },
  examples: ['millrace promotion users Test/Production'],
  async run({ client, output }, idOrName: string) {
    const path = { promotionId: (await readPromotion(client, idOrName)).executable };
    const { body } = await client.call('GET /orchestration/executables/promotions/{promotionId}/users', { path });
    if (output.json) return output.printJson(body);
    const rows = [...body.userIds.map((id) => [id, 'user']), ...body.serviceAccountIds.map((id) => [id, 'service account'])];
    return output.printTable(['ID', 'KIND'], rows, 'No account may run it.');
  },
});

/** Returns a command about an account that may run a promotion. */
const accountCommand = (verb: 'assign' | 'unassign', description: string, done: string): AddCommand =>
  serverCommand(verb, {
    description,
    arguments: { '<source/target or id>': 'the promotion' },
    options: (command) => command.option('--user <login or id>', 'a user').option('--service-account <name or id>', 'a service account'),
    examples: [`millrace promotion ${verb} Test/Production --user ada`],
    async run({ client, output }, idOrName: string, { user, serviceAccount }: AccountOptions) {
      if ((user === undefined) === (serviceAccount === undefined)) throw new Failure('usage', 'Give either --user or --service-account.');
      const { executable: promotionId } = await readPromotion(client, idOrName);
      const method = verb === 'assign' ? 'PUT' : 'DELETE';
      const account: Account =
        user === undefined
          ? { serviceAccountId: await findServiceAccountId(client, serviceAccount ?? '') }
          : { userId: await findUserId(client, user) };
      if ('userId' in account)
        await client.call(`${method} /orchestration/executables/promotions/{promotionId}/users/{userId}`, {
          path: { promotionId, ...account },
        });
      else
        await client.call(`${method} /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}`, {
          path: { promotionId, ...account },
        });
      return output.printResult({ promotionId, ...account }, `${done}: ${Object.values(account).join('')}.`);
    },
  });

/** `millrace promotion assign`. */
export const addPromotionUser = accountCommand('assign', 'Let an account analyze and run a promotion', 'May run it now');

/** `millrace promotion unassign`. */
export const removePromotionUser = accountCommand(
  'unassign',
  'No longer let an account analyze and run a promotion',
  'May no longer run it',
);
