/** Environments: stages that hold workspaces. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { ENVIRONMENT_REFUSALS } from './rules.ts';

export {
  holdEnvironment,
  managesTenant,
  insertEnvironment,
  updateEnvironmentTexts,
  environmentObject,
  toEnvironmentJson,
  type EnvironmentRow,
  environmentCreated,
  workspacesDeleting,
} from './rows.ts';
export { deleteEnvironmentWithContent } from './deletion.ts';
export { ENVIRONMENT_REFUSALS } from './rules.ts';

/** The endpoints of environments. */
export const environments: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  constraints: ENVIRONMENT_REFUSALS,
};
