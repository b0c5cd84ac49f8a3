import type { Command } from 'commander';

import { changePermissions } from '../commands/workspace-permissions/change-permissions.ts';
import { getPermissions } from '../commands/workspace-permissions/get-permissions.ts';
import { listPermissions } from '../commands/workspace-permissions/list-permissions.ts';
import { removePermissions } from '../commands/workspace-permissions/remove-permissions.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace permission`. */
export function addPermissionCommands(program: Command, shell: Shell): void {
  const permission = program.command('permission').description('Show and change the rights of accounts on workspaces');
  for (const add of [listPermissions, getPermissions, changePermissions, removePermissions]) add(permission, shell);
}
