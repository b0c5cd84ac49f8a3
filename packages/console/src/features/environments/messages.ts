/** Messages of the page of environments. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and its dialogs. */
export const environmentMessages = defineMessages({
  initial: ['Initial', 'Erste Umgebung'],
  empty: ['You see no environment yet', 'Noch ist keine Umgebung zu sehen'],
  emptyHint: [
    'An environment is a stage, such as test or production, with its workspaces and engines.',
    'Eine Umgebung ist eine Stufe, etwa Test oder Produktion, mit ihren Workspaces und Engines.',
  ],
  workspaceName: ['Name of its first workspace', 'Name ihres ersten Workspace'],
  workspaceOwner: ['Owner of that workspace', 'Inhaber dieses Workspace'],
  environmentCreated: ['The environment has been created.', 'Die Umgebung ist angelegt.'],
  deleteHint: [
    'The environment is deleted with its workspaces and everything in them. This cannot be undone.',
    'Die Umgebung wird mit ihren Workspaces und allem darin gelöscht. Das lässt sich nicht rückgängig machen.',
  ],
});
