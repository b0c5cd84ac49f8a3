import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { findServiceAccountId } from '../service-accounts/find-service-account.ts';
import { findUserId } from '../users/find-user.ts';
import { readPromotion } from './read-promotion.ts';

type AccountOptions = { user?: string; serviceAccount?: string };
type Account = { userId: string } | { serviceAccountId: string };

type AccountCommand = {
  verb: string;
  description: string;
  done: string;
  send(client: Client, promotionId: string, account: Account): Promise<void>;
};

/** Adds a command about an account that may run a promotion. */
export function addAccountCommand(parent: Command, shell: Shell, { verb, description, done, send }: AccountCommand): void {
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
