/** SCIM: users, groups and roles for identity providers. */
import type { Feature } from '../../../core/http/feature.ts';
import { scimErrors } from '../../../surfaces/error-formats.ts';
import { PEOPLE_CONSTRAINTS } from '../people/index.ts';
import * as operations from './operations.ts';

/** The endpoints of SCIM. */
export const scim: Feature = {
  surface: scimErrors,
  endpoints: Object.values(operations),
  constraints: PEOPLE_CONSTRAINTS,
};
