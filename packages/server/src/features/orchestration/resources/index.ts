/** Resources: files and folders that a workspace holds for its tasks. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestration } from '../../../surfaces/error-formats.ts';
import {
  changeResource,
  createResource,
  deleteResource,
  getResource,
  listResources,
  moveResource,
  replaceResourceContent,
} from './operations.ts';

export { insertPromotedResources, replacePromotedResources, type PromotedResource, type ReplacedResource, holdResources } from './rows.ts';

/** The endpoints of resources. */
export const resources: Feature = {
  surface: orchestration,
  endpoints: [listResources, createResource, getResource, changeResource, deleteResource, replaceResourceContent, moveResource],
  constraints: {
    /** @rule resources.create.name */
    resource_name_once: () => conflict('resource_name_taken', 'The workspace has a resource of that name: choose another name.'),
  },
};
