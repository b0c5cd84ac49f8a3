/** Roles: named sets of tenant-wide permissions. */
import type { Feature } from '../../../core/http/feature.ts';
import { accountErrors } from '../../../surfaces/error-formats.ts';
import { PEOPLE_CONSTRAINTS } from '../people/index.ts';
import * as operations from './operations.ts';

/** The endpoints of roles. */
export const roles: Feature = { surface: accountErrors, endpoints: Object.values(operations), constraints: PEOPLE_CONSTRAINTS };
