/** Messages of the page of the rights on workspaces. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the page of the rights on workspaces. */
export const rightsMessages = defineMessages('rights', {
  title: 'Rights on workspaces',
  people: 'Users',
  programs: 'Service accounts',
  addUser: 'Add a user',
  addProgram: 'Add a service account',
  programsHidden: 'To see the names of service accounts, and to add one: {lack}',
  empty: 'No workspace to manage here',
  emptyHint:
    'You see the rights on workspaces that you manage. Choose another environment, or ask an administrator for the right “Manage” on a workspace.',
  noRows: 'No account has a right on these workspaces yet. Add an account above.',
  cell: 'Rights of {account} on {workspace}: {rights}',
  noRights: 'none',
  rightsOf: '{account} on {workspace}',
  set: 'Set rights',
  pending: { one: '{count} change', other: '{count} changes' },
  check: 'Check',
  undo: 'Undo all',
  previewTitle: 'These rights will change',
  rejected: 'Refused, and left out',
  nothing: 'Nothing would change.',
  sharingsStay: {
    one: '{count} sharing in the catalogue stays. Without a right on the workspace it gives no runs and no samples.',
    other: '{count} sharings in the catalogue stay. Without a right on the workspace they give no runs and no samples.',
  },
  applied: 'The rights are changed.',
  partly: 'Some changes were refused. The others are made.',
  legend: 'V view, E run, A change, P publish, M manage. Each of the other rights includes view.',
  tooMany: 'The first {count} workspaces are shown. Type a name to see others.',
});

/** Messages about what a person lacks for an action. */
export const lackMessages = defineMessages('lack', {
  lookOnly: 'You can look at this. To do more: {lack}',
  toCreate: 'To create one: {lack}',
  toRun: 'To run it: {lack}',
  toPublish: 'To publish or delete a version: {lack}',
  toChangeConnection: 'To change or test this connection: {lack}',
  notAllowed: 'You may not do this yet',
  notSeen: 'You may not see this page yet',
  lacksPermission: 'You need a role with the permission “{permission}”, such as {role}. An administrator can assign it to you.',
  lacksRight: 'You need the right “{right}” on the workspace {workspace}.',
  lacksUnseenRight: 'You need the right “{right}” on its workspace, which you do not see.',
  lacksAnyRight: 'You need the right “{right}” on a workspace of this environment.',
  lacksRightHere: 'You need the right “{right}” on the workspace.',
  givenByItsOwner: 'Its owner or an administrator can give it to you.',
  givenByOwner: 'The owner ({owners}) or an administrator can give it to you.',
  givenByAdministrator: 'An administrator can give it to you.',
});
