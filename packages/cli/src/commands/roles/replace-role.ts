import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findRoleId } from './find-role.ts';
import { permissionOption, type PermissionOptions } from './permission-option.ts';

/** `millrace role change`. */
export function replaceRole(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change the name or the permissions of a role')
    .argument('<name or id>', 'the role')
    .option('--name <name>', 'new name (default: the present one)')
    .addOption(permissionOption('the present ones'))
    .addHelpText('after', examples('millrace role change night-operator --permission SVC_OPERATOR'))
    .action(async (idOrName: string, options: PermissionOptions & { name?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { id: await findRoleId(client, idOrName) };
      const { body: current } = await client.call('GET /account/roles/{id}', { path });
      const body = { name: options.name ?? current.name, permissions: options.permission ?? current.permissions };
      const { body: role } = await client.call('PUT /account/roles/{id}', { path, body });
      return output.printResult(role, `Changed role ${role.name} (${role.id}).`);
    });
}
