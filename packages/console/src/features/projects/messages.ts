/** Messages of the pages of projects. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the page of a project. */
export const projectMessages = defineMessages('project', {
  ownerHint: 'The login',
  url: 'Repository',
  urlHint: 'The address from which Git clones it',
  noneFits: 'No project has this name',
  empty: 'There is no project yet',
  emptyHint: 'A project is a source repository of jobs, with the people who may work on it.',
  new: 'New project',
  users: 'Users',
  noUsers: 'No user may work on this project yet.',
  noGroups: 'No group may work on this project yet.',
  addUser: 'Add a user',
  addGroup: 'Add a group',
  noGroupFits: 'No group matches.',
  userId: 'Id of the user',
  groupId: 'Id of the group',
  deleteHint: 'Only the entry here is deleted, not the repository.',
});
