import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { addUserOptions, fieldsFrom, type UserOptions } from './user-options.ts';

type CreateOptions = UserOptions & { email: string; admin?: true; invite: boolean };

/** `millrace user create`. */
export function createUser(parent: Command, shell: Shell): void {
  addUserOptions(parent.command('create').description('Create a user').argument('<login>', 'name with which the user signs in'))
    .requiredOption('--email <address>', 'email address')
    .option('--admin', 'give the user the role TenantAdmin')
    .option('--no-invite', 'do not invite the user to sign in')
    .addHelpText(
      'after',
      examples('millrace user create ada --email ada@example.com --first-name Ada --last-name Lovelace --role Operator'),
    )
    .action(async (login: string, options: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { admin = false, invite, email } = options;
      const body = { login, email, firstName: '', lastName: '', ...(await fieldsFrom(client, options)) };
      const { body: user } = await client.call('POST /account/users', { query: { admin, invite }, body });
      return output.printResult(user, `Created user ${user.login}. Its id is ${user.id}.`);
    });
}
