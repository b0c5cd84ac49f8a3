/** Messages of the page of environments. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and its dialogs. */
export const environmentMessages = defineMessages({
  en: {
    title: 'Environments',
    initial: 'Initial',
    empty: 'You see no environment yet',
    emptyHint: 'An environment is a stage, such as test or production, with its workspaces and engines.',
    new: 'New environment',
    workspaceName: 'Name of its first workspace',
    workspaceOwner: 'Owner of that workspace',
    ownerHint: 'The login; empty: you',
    open: 'Show',
    environmentCreated: 'The environment has been created.',
    deleteHint: 'The environment is deleted with its workspaces and everything in them. This cannot be undone.',
  },
  de: {
    title: 'Umgebungen',
    initial: 'Erste Umgebung',
    empty: 'Noch ist keine Umgebung zu sehen',
    emptyHint: 'Eine Umgebung ist eine Stufe, etwa Test oder Produktion, mit ihren Workspaces und Engines.',
    new: 'Neue Umgebung',
    workspaceName: 'Name ihres ersten Workspace',
    workspaceOwner: 'Inhaber dieses Workspace',
    ownerHint: 'Das Login; leer: Sie selbst',
    open: 'Zeigen',
    environmentCreated: 'Die Umgebung ist angelegt.',
    deleteHint: 'Die Umgebung wird mit ihren Workspaces und allem darin gelöscht. Das lässt sich nicht rückgängig machen.',
  },
});
