import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findUserId } from './find-user.ts';
import { addUserOptions, fieldsFrom, type UserOptions } from './user-options.ts';

type ReplaceOptions = UserOptions & { login?: string; enable?: true; disable?: true };

/** `millrace user change`. */
export function replaceUser(parent: Command, shell: Shell): void {
  const command = parent
    .command('change')
    .summary('Change, disable or enable a user')
    .description(
      'Change, disable or enable a user\n\nFields that no option names stay as they are. The tokens of a disabled user are revoked.',
    )
    .argument('<login or id>', 'the user');
  addUserOptions(command)
    .option('--login <login>', 'new login')
    .option('--email <address>', 'email address')
    .addOption(command.createOption('--disable', 'the user can no longer sign in').conflicts('enable'))
    .option('--enable', 'the user can sign in again')
    .addHelpText('after', examples('millrace user change ada --last-name King', 'millrace user change ada --disable'))
    .action(async (idOrLogin: string, { login, enable, disable, ...options }: ReplaceOptions, action: Command) => {
      const { client, output } = await openContext(action, shell);
      const path = { id: await findUserId(client, idOrLogin) };
      const fields = await fieldsFrom(client, options);
      const { body: present } = await client.call('GET /account/users/{id}', { path });
      const { id: _id, roleIds: _roles, active: _active, ...kept } = present;
      const active = enable ?? (disable && false);
      const body = { ...kept, ...fields, ...(login !== undefined && { login }), ...(active !== undefined && { active }) };
      const { body: user } = await client.call('PUT /account/users/{id}', { path, body });
      return output.printResult(user, `Changed user ${user.login} (${user.id}).`);
    });
}
