import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { permissionOption, type PermissionOptions } from './permission-option.ts';

/** `millrace role create`. */
export function createRole(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create a role')
    .argument('<name>', 'name of the role')
    .addOption(permissionOption('none'))
    .addHelpText('after', examples('millrace role create night-operator --permission SVC_OPERATOR SVC_ENGINE_USE'))
    .action(async (name: string, { permission: permissions = [] }: PermissionOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body: role } = await client.call('POST /account/roles', { body: { name, permissions } });
      return output.printResult(role, `Created role ${role.name}. Its id is ${role.id}.`);
    });
}
