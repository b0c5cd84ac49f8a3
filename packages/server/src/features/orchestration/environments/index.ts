/** Environments: stages that hold workspaces. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict, forbidden } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { createEnvironment } from './create-environment.ts';
import { deleteEnvironment } from './delete-environment.ts';
import { listEnvironments } from './list-environments.ts';
import { replaceEnvironment } from './replace-environment.ts';

export { holdEnvironment, managesTenant } from './access.ts';
export { environmentCreated, workspacesDeleting } from './domain-events.ts';
export { environmentObject, toEnvironmentJson, type EnvironmentRow } from './json.ts';

/** The endpoints of environments. */
export const environments: Feature = {
  surface: orchestration,
  endpoints: [listEnvironments, createEnvironment, replaceEnvironment, deleteEnvironment],
  constraints: {
    /**
     * @rule environments.create.name
     * @rule environments.replace.name
     */
    environment_name_once: () => conflict('environment_name_taken', 'An environment of that name exists: choose another name.'),
    /** @rule catalog-connections.delete.use */
    dataset_connection_id_fkey: () =>
      forbidden('environment_in_use', 'Datasets of the catalogue use connections of the environment: delete them first.'),
  },
};
