/** Users in the form of the tenant API. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../surfaces/error-formats.ts';
import { PEOPLE_CONSTRAINTS } from '../people/index.ts';
import * as operations from './operations.ts';

/** The endpoints of users in the tenant API. */
export const tenantUsers: Feature = {
  surface: tenantErrors('USERS-7'),
  endpoints: Object.values(operations),
  constraints: PEOPLE_CONSTRAINTS,
};
