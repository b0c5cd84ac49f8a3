/** Environments: stages that hold workspaces. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { createEnvironment } from './create-environment.ts';
import { deleteEnvironment } from './delete-environment.ts';
import { listEnvironments } from './list-environments.ts';
import { ENVIRONMENT_REFUSALS } from './refusals.ts';
import { replaceEnvironment } from './replace-environment.ts';

export { holdEnvironment, lockEnvironment, managesTenant } from './access.ts';
export { deleteWithContent } from './delete-with-content.ts';
export { environmentCreated, workspacesDeleting } from './domain-events.ts';
export { ENVIRONMENT_REFUSALS } from './refusals.ts';
export { insertEnvironment, renameEnvironment } from './queries.ts';
export { environmentObject, toEnvironmentJson, type EnvironmentRow } from './json.ts';

/** The endpoints of environments. */
export const environments: Feature = {
  surface: orchestration,
  endpoints: [listEnvironments, createEnvironment, replaceEnvironment, deleteEnvironment],
  constraints: ENVIRONMENT_REFUSALS,
};
