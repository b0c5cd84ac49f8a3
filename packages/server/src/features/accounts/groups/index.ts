/** Groups: named sets of users. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { accounts } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { groupNamesOf, groupProvider } from './json.ts';
export {
  exchangeGroups,
  insertMembers,
  removeMember,
  removeOtherMembers,
  requireMayRename,
  requireMembersAddable,
  requireMembersRemovable,
} from './members.ts';
export { nestGroups } from './nesting.ts';
export {
  findGroupIds,
  holdGroup,
  holdGroups,
  insertGroup,
  lockGroup,
  removeGroup,
  selectGroupIds,
  updateGroup,
  visibleGroups,
} from './rows.ts';

/** The endpoints of groups. */
export const groups: Feature = {
  surface: accounts,
  endpoints: Object.values(operations),
  constraints: {
    /** @rule groups.create.name */
    account_group_name_once: () => conflict('group_name_taken', 'There is a group of that name: choose another name.'),
  },
};
