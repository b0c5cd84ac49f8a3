/** Messages of the page of role mappings. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and its dialog. */
export const roleMappingMessages = defineMessages('roleMapping', {
  hint: 'The roles that people get when they sign in through an identity provider, by the names that it sends in its claim for roles.',
  new: 'New mapping',
  deleteAllName: 'all mappings',
  deleteHint: 'Users keep the roles that they have.',
  empty: 'There is no mapping yet',
  emptyHint: 'Without one, people who sign in through an identity provider get no role from it.',
  externalName: 'Name from the identity provider',
  nameHint: 'Exactly as the provider sends it, such as the name of a group there.',
  rolesTyped: 'Roles, one on each line',
  rolesTypedHint: 'You may not list the roles: type their names or ids.',
  noRoles: 'No role',
});
