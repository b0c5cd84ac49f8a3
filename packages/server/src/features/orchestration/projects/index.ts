/** Projects: source repositories of jobs, with the users who may work on them. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

/** The endpoints of projects. */
export const projects: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  constraints: {
    /** @rule projects.create.name */
    project_name_once: () => conflict('project_name_taken', 'There is a project of that name: choose another name.'),
    /** @rule projects.users.once */
    project_user_once: () => conflict('project_user_present', 'The user may already work on the project.'),
    /** @rule projects.groups.once */
    project_group_once: () => conflict('project_group_present', 'The members of the group may already work on the project.'),
  },
};
