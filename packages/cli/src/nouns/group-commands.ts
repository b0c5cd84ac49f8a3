import type { Command } from 'commander';

import { createGroup } from '../commands/groups/create-group.ts';
import { deleteGroup } from '../commands/groups/delete-group.ts';
import { getGroup } from '../commands/groups/get-group.ts';
import { listGroups } from '../commands/groups/list-groups.ts';
import { renameGroup } from '../commands/groups/rename-group.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace group`. */
export function addGroupCommands(program: Command, shell: Shell): void {
  const group = program.command('group').description('Create groups of users, list, rename and delete them');
  for (const add of [createGroup, listGroups, getGroup, renameGroup, deleteGroup]) add(group, shell);
}
