/** Tenants: organisations, each with its own users, environments and data. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { insertTenant } from './rows.ts';

/** The endpoints of tenants. */
export const tenants: Feature = { surface: tenantErrors('TENANTS-8'), endpoints: Object.values(operations) };
