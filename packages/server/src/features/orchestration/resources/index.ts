/** Resources: files and folders that a workspace holds for its tasks. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { changeResource } from './change-resource.ts';
import { createResource } from './create-resource.ts';
import { deleteResource } from './delete-resource.ts';
import { getResource } from './get-resource.ts';
import { listResources } from './list-resources.ts';
import { moveResource } from './move-resource.ts';
import { replaceResourceContent } from './replace-resource-content.ts';

export * from './promoted-queries.ts';
export { holdResources } from './access.ts';

/** The endpoints of resources. */
export const resources: Feature = {
  surface: orchestration,
  endpoints: [listResources, createResource, getResource, changeResource, deleteResource, replaceResourceContent, moveResource],
  constraints: {
    /** @rule resources.create.name */
    resource_name_once: () => conflict('resource_name_taken', 'The workspace has a resource of that name: choose another name.'),
  },
};
