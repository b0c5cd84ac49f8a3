/** Messages of the pages of groups. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and of the page of a group. */
export const groupMessages = defineMessages('group', {
  new: 'New group',
  createHint: 'A group gives its roles to all its members, and datasets and projects can be shared with it.',
  members: 'Members',
  memberCount: { one: '{count} member', other: '{count} members' },
  roleCount: { one: '{count} role', other: '{count} roles' },
  addMember: 'Add a member',
  noMembers: 'No member yet. Add people below.',
  nameAndRoles: 'Name and roles',
  rolesHint: 'All members have the permissions of these roles.',
  empty: 'No group yet',
  emptyHint: 'Make a group to give several people the same roles, and to share with all of them at once.',
  deleteHint: 'Its members lose its roles, and its access to projects and datasets.',
});
