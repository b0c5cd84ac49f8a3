/** Messages of the page of environments. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list and its dialogs. */
export const environmentMessages = defineMessages({
  en: {
    title: 'Environments',
    name: 'Name',
    description: 'Description',
    initial: 'Initial',
    none: 'You see no environment yet',
    noneHint: 'An environment is a stage, such as test or production, with its workspaces and engines.',
    create: 'New environment',
    change: 'Change {name}',
    workspaceName: 'Name of its first workspace',
    owner: 'Owner of that workspace',
    ownerHint: 'The login; empty: you',
    open: 'Show',
    created: 'The environment has been created.',
    deleteHint: 'The environment is deleted with its workspaces and everything in them. This cannot be undone.',
  },
  de: {
    title: 'Umgebungen',
    name: 'Name',
    description: 'Beschreibung',
    initial: 'Erste Umgebung',
    none: 'Noch ist keine Umgebung zu sehen',
    noneHint: 'Eine Umgebung ist eine Stufe, etwa Test oder Produktion, mit ihren Workspaces und Engines.',
    create: 'Neue Umgebung',
    change: '{name} ändern',
    workspaceName: 'Name ihres ersten Workspace',
    owner: 'Inhaber dieses Workspace',
    ownerHint: 'Das Login; leer: Sie selbst',
    open: 'Zeigen',
    created: 'Die Umgebung ist angelegt.',
    deleteHint: 'Die Umgebung wird mit ihren Workspaces und allem darin gelöscht. Das lässt sich nicht rückgängig machen.',
  },
});
