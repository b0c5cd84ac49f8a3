import type { Command } from 'commander';

import { changeProject } from '../commands/projects/change-project.ts';
import { createProject } from '../commands/projects/create-project.ts';
import { deleteProject } from '../commands/projects/delete-project.ts';
import { getProject } from '../commands/projects/get-project.ts';
import { listProjects } from '../commands/projects/list-projects.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace project`. */
export function addProjectCommands(program: Command, shell: Shell): void {
  const project = program.command('project').description('Create projects, the source repositories of jobs, list, change and delete them');
  for (const add of [createProject, listProjects, getProject, changeProject, deleteProject]) add(project, shell);
}
