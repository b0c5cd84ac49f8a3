/** Resources: files and folders that a workspace holds for its tasks. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { insertPromotedResources, replacePromotedResources, holdResources } from './rows.ts';

/** The endpoints of resources. */
export const resources: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  constraints: {
    /** @rule resources.create.name */
    resource_name_once: () => conflict('resource_name_taken', 'The workspace has a resource of that name: choose another name.'),
  },
};
