/** Users: the people of a tenant. Service accounts are rows of the same table. */
import type { Feature } from '../../../core/http/feature.ts';
import { accountErrors } from '../../../surfaces/error-formats.ts';
import { PEOPLE_CONSTRAINTS } from '../people/index.ts';
import * as operations from './operations.ts';

/** The endpoints of users. */
export const users: Feature = { surface: accountErrors, endpoints: Object.values(operations), constraints: PEOPLE_CONSTRAINTS };
