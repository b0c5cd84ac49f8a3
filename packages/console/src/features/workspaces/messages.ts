/** Messages of the pages of workspaces. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the filter of other lists. */
export const workspaceMessages = defineMessages({
  en: {
    title: 'Workspaces',
    workspace: 'Workspace',
    name: 'Name',
    kind: 'Kind',
    owner: 'Owner',
    ownerHint: 'The login; empty: you',
    description: 'Description',
    shared: 'For everyone',
    personal: 'Of one person',
    custom: 'For a purpose',
    none: 'There is no workspace in this environment',
    noneHint: 'Create one: artifacts, connections, resources, tasks and plans belong to workspaces.',
    create: 'New workspace',
    createTitle: 'New workspace in {name}',
    change: 'Change {name}',
    protected: 'Only artifacts of this workspace upgrade its tasks',
    move: 'Move',
    moveTitle: 'Move {name} to another workspace',
    deleteHint: 'The workspace is deleted with its artifacts, connections, resources, tasks and plans. This cannot be undone.',
  },
  de: {
    title: 'Workspaces',
    workspace: 'Workspace',
    name: 'Name',
    kind: 'Art',
    owner: 'Inhaber',
    ownerHint: 'Das Login; leer: Sie selbst',
    description: 'Beschreibung',
    shared: 'Für alle',
    personal: 'Einer Person',
    custom: 'Für einen Zweck',
    none: 'In dieser Umgebung gibt es keinen Workspace',
    noneHint: 'Legen Sie einen an: Artefakte, Verbindungen, Ressourcen, Tasks und Pläne gehören zu Workspaces.',
    create: 'Neuer Workspace',
    createTitle: 'Neuer Workspace in {name}',
    change: '{name} ändern',
    protected: 'Nur Artefakte dieses Workspace heben seine Tasks an',
    move: 'Verschieben',
    moveTitle: '{name} in einen anderen Workspace verschieben',
    deleteHint:
      'Der Workspace wird mit seinen Artefakten, Verbindungen, Ressourcen, Tasks und Plänen gelöscht. Das lässt sich nicht rückgängig machen.',
  },
});
