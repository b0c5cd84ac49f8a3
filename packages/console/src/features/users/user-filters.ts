/** The filters of the list of users: as search parameters, and as the filter expression of the operation. */
import type { Schema } from '@millrace/contract';
import { anyText, oneWord, type SearchOf } from '../../app/search.ts';

/** The statuses of users. */
export const USER_STATUSES = ['active', 'invited', 'disabled'] as const satisfies readonly Schema<'TenantUser'>['status'][];

/** The filters as search parameters. */
export const USER_FILTERS = { name: anyText, status: oneWord(...USER_STATUSES), role: anyText };

/** The values of the filters. Without one, all users are shown. */
type UserFilters = SearchOf<typeof USER_FILTERS>;

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
