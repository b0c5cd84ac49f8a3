/** Tenants: organisations, each with its own users, environments and data. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { getOwnTenant } from './get-own-tenant.ts';
import { getTenant } from './get-tenant.ts';
import { renameTenant } from './rename-tenant.ts';

export { insertTenant } from './queries.ts';

/** The endpoints of tenants. */
export const tenants: Feature = { surface: tenantErrors('TENANTS-8'), endpoints: [getOwnTenant, getTenant, renameTenant] };
