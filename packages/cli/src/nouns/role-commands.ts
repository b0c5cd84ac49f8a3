import type { Command } from 'commander';

import { createRole } from '../commands/roles/create-role.ts';
import { deleteRole } from '../commands/roles/delete-role.ts';
import { getRole } from '../commands/roles/get-role.ts';
import { listRoles } from '../commands/roles/list-roles.ts';
import { replaceRole } from '../commands/roles/replace-role.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace role`. */
export function addRoleCommands(program: Command, shell: Shell): void {
  const role = program.command('role').description('Create roles, list, change and delete them');
  for (const add of [createRole, listRoles, getRole, replaceRole, deleteRole]) add(role, shell);
}
