/** Messages of the page of environments. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and its dialogs. */
export const environmentMessages = defineMessages('environment', {
  initial: 'Initial',
  empty: 'You see no environment yet',
  emptyHint: 'An environment is a stage, such as test or production, with its workspaces and engines.',
  workspaceName: 'Name of its first workspace',
  workspaceOwner: 'Owner of that workspace',
  environmentCreated: 'The environment has been created.',
  deleteHint: 'The environment is deleted with its workspaces and everything in them. This cannot be undone.',
});
