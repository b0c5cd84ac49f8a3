/** Groups: named sets of users. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { accounts } from '../../../core/http/surfaces/accounts.ts';
import { addGroupUsers } from './add-group-users.ts';
import { addUserGroups } from './add-user-groups.ts';
import { createGroup } from './create-group.ts';
import { deleteGroup } from './delete-group.ts';
import { getGroup } from './get-group.ts';
import { listGroupUsers } from './list-group-users.ts';
import { listGroups } from './list-groups.ts';
import { listUserGroups } from './list-user-groups.ts';
import { removeGroupUser } from './remove-group-user.ts';
import { removeUserGroup } from './remove-user-group.ts';
import { renameGroup } from './rename-group.ts';

export { findGroupIds, holdGroup, holdGroups, lockGroup, visibleGroups } from './access.ts';
export { groupNamesOf, groupProvider } from './json.ts';
export { requireMembersRemovable, requireMayRename, requireMembersAddable } from './members.ts';
export { nestGroups, selectGroupIds } from './nesting.ts';
export { exchangeGroups, insertGroup, insertMembers, removeGroup, removeMember, removeOtherMembers, updateGroup } from './queries.ts';

/** The endpoints of groups. */
export const groups: Feature = {
  surface: accounts,
  endpoints: [
    listGroups,
    createGroup,
    getGroup,
    renameGroup,
    deleteGroup,
    listGroupUsers,
    addGroupUsers,
    removeGroupUser,
    listUserGroups,
    addUserGroups,
    removeUserGroup,
  ],
  constraints: {
    /** @rule groups.create.name */
    account_group_name_once: () => conflict('group_name_taken', 'There is a group of that name: choose another name.'),
  },
};
