/** Users in the form of the tenant API. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { users } from '../users/index.ts';
import { changeTenantUser } from './change-tenant-user.ts';
import { countTenantUsers } from './count-tenant-users.ts';
import { createTenantUser } from './create-tenant-user.ts';
import { deleteTenantUser } from './delete-tenant-user.ts';
import { filterTenantUsers } from './filter-tenant-users.ts';
import { getOwnTenantUser } from './get-own-tenant-user.ts';
import { getTenantUser } from './get-tenant-user.ts';
import { inviteTenantUsers } from './invite-tenant-users.ts';
import { listTenantUsers } from './list-tenant-users.ts';

export { patchList, roleIdsOf } from './references.ts';

/** The endpoints of users in the tenant API. */
export const tenantUsers: Feature = {
  surface: tenantErrors('USERS-7'),
  endpoints: [
    listTenantUsers,
    createTenantUser,
    countTenantUsers,
    filterTenantUsers,
    inviteTenantUsers,
    getOwnTenantUser,
    getTenantUser,
    changeTenantUser,
    deleteTenantUser,
  ],
  constraints: { ...users.constraints },
};
