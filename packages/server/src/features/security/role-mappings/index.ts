/** Role mappings: the roles that people get by the names that an identity provider sends. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { holdMappedRoles } from './rows.ts';

/** The endpoints of role mappings. */
export const roleMappings: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
};
