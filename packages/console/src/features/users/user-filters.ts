/** The filters of the list of users: as search parameters, and as the filter expression of the operation. */
import type { Schema } from '@millrace/contract';
import { textIn, wordIn, type RawSearch } from '../../app/search.ts';

/** The statuses of users. */
export const USER_STATUSES = ['active', 'invited', 'disabled'] as const satisfies readonly Schema<'TenantUser'>['status'][];

/** The filters. Without one, all users are shown. */
export type UserFilters = {
  name?: string | undefined;
  status?: Schema<'TenantUser'>['status'] | undefined;
  role?: string | undefined;
};

/** Reads the filters from the search parameters. */
export const readUserFilters = (search: RawSearch): UserFilters => ({
  name: textIn(search, 'name'),
  status: wordIn(search, 'status', USER_STATUSES),
  role: textIn(search, 'role'),
});

/** The filters as the filter expression of the operation; undefined without any. */
export function toUserFilter({ name, status, role }: UserFilters): string | undefined {
  const text = JSON.stringify(name ?? '');
  const parts = [
    name !== undefined && `(name co ${text} or email co ${text} or subject co ${text})`,
    status !== undefined && `status eq ${JSON.stringify(status)}`,
    role !== undefined && `(assignedRoles.id eq ${JSON.stringify(role)} or assignedGroupsAssignedRoles.id eq ${JSON.stringify(role)})`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(' and ') : undefined;
}
