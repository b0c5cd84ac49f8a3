/** Roles in the form of the tenant API. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { roles } from '../roles/index.ts';
import { changeTenantRole } from './change-tenant-role.ts';
import { createTenantRole } from './create-tenant-role.ts';
import { deleteTenantRole } from './delete-tenant-role.ts';
import { getTenantRole } from './get-tenant-role.ts';
import { listTenantRoles } from './list-tenant-roles.ts';

/** The endpoints of roles in the tenant API. */
export const tenantRoles: Feature = {
  surface: tenantErrors('IDENTITIES-10402'),
  endpoints: [listTenantRoles, createTenantRole, getTenantRole, changeTenantRole, deleteTenantRole],
  constraints: { ...roles.constraints },
};
