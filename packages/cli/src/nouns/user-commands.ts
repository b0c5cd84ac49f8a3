import type { Command } from 'commander';

import { createUser } from '../commands/users/create-user.ts';
import { deleteUser } from '../commands/users/delete-user.ts';
import { getUser } from '../commands/users/get-user.ts';
import { listUsers } from '../commands/users/list-users.ts';
import { replaceUser } from '../commands/users/replace-user.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace user`. */
export function addUserCommands(program: Command, shell: Shell): void {
  const user = program.command('user').description('Create users, list, change, disable and delete them');
  for (const add of [createUser, listUsers, getUser, replaceUser, deleteUser]) add(user, shell);
}
