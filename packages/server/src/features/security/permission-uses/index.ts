/** Permission uses: the tenant-wide permissions that accounts use. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { storePermissionUsesTimer } from './uses.ts';

/** The endpoint and the buffer of permission uses. */
export const permissionUses: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  buffers: [storePermissionUsesTimer],
};
