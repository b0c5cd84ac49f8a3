/** Groups in the form of the tenant API. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { groups } from '../groups/index.ts';
import { changeTenantGroup } from './change-tenant-group.ts';
import { createTenantGroup } from './create-tenant-group.ts';
import { deleteTenantGroup } from './delete-tenant-group.ts';
import { filterTenantGroups } from './filter-tenant-groups.ts';
import { getTenantGroup } from './get-tenant-group.ts';
import { listTenantGroups } from './list-tenant-groups.ts';

/** The endpoints of groups in the tenant API. */
export const tenantGroups: Feature = {
  surface: tenantErrors('GROUPS-7'),
  endpoints: [listTenantGroups, createTenantGroup, filterTenantGroups, getTenantGroup, changeTenantGroup, deleteTenantGroup],
  constraints: { ...groups.constraints },
};
