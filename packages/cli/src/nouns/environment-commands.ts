import type { Command } from 'commander';

import { createEnvironment } from '../commands/environments/create-environment.ts';
import { deleteEnvironment } from '../commands/environments/delete-environment.ts';
import { getEnvironment } from '../commands/environments/get-environment.ts';
import { listEnvironments } from '../commands/environments/list-environments.ts';
import { replaceEnvironment } from '../commands/environments/replace-environment.ts';
import { createWorkspace } from '../commands/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../commands/workspaces/delete-workspace.ts';
import { getWorkspace } from '../commands/workspaces/get-workspace.ts';
import { listWorkspaces } from '../commands/workspaces/list-workspaces.ts';
import { replaceWorkspace } from '../commands/workspaces/replace-workspace.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace environment` and `millrace workspace`. */
export function addEnvironmentCommands(program: Command, shell: Shell): void {
  const environment = program.command('environment').description('Create environments, list, change and delete them');
  for (const add of [createEnvironment, listEnvironments, getEnvironment, replaceEnvironment, deleteEnvironment]) add(environment, shell);
  const workspace = program.command('workspace').description('Create workspaces, list, change and delete them');
  for (const add of [createWorkspace, listWorkspaces, getWorkspace, replaceWorkspace, deleteWorkspace]) add(workspace, shell);
}
