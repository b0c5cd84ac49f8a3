/** Projects: source repositories of jobs, and who may work on them. */
import type { Feature } from '../../../core/feature.ts';
import { conflict } from '../../../core/problem.ts';
import { orchestration } from '../../../core/surfaces/orchestration.ts';
import { addProjectUser } from './add-project-user.ts';
import { changeProject } from './change-project.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { getProject } from './get-project.ts';
import { listProjectUsers } from './list-project-users.ts';
import { listProjects } from './list-projects.ts';
import { removeProjectUser } from './remove-project-user.ts';

/** What the server serves for projects. */
export const projects: Feature = {
  surface: orchestration,
  endpoints: [listProjects, createProject, getProject, changeProject, deleteProject, listProjectUsers, addProjectUser, removeProjectUser],
  constraints: {
    /** @rule projects.create.name */
    project_name_once: () => conflict('project_name_taken', 'There is a project of that name: choose another name.'),
    /** @rule projects.users.once */
    project_user_once: () => conflict('project_user_present', 'The user may work on the project already.'),
  },
};
