import type { Command } from 'commander';

import { changeResource } from '../commands/resources/change-resource.ts';
import { createResource } from '../commands/resources/create-resource.ts';
import { deleteResource } from '../commands/resources/delete-resource.ts';
import { getResource } from '../commands/resources/get-resource.ts';
import { listResources } from '../commands/resources/list-resources.ts';
import { moveResource } from '../commands/resources/move-resource.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace resource`. */
export function addResourceCommands(program: Command, shell: Shell): void {
  const resource = program.command('resource').description('Upload files and folders that tasks use, list, change, move and delete them');
  for (const add of [createResource, listResources, getResource, changeResource, moveResource, deleteResource]) add(resource, shell);
}
