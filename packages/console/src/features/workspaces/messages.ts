/** Messages of the pages of workspaces. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the filter of other lists. */
export const workspaceMessages = defineMessages({
  en: {
    title: 'Workspaces',
    ownerHint: 'The login; empty: you',
    shared: 'For everyone',
    personal: 'Of one person',
    custom: 'For a purpose',
    empty: 'There is no workspace in this environment',
    emptyHint: 'Create one: artifacts, connections, resources, tasks and plans belong to workspaces.',
    new: 'New workspace',
    createTitle: 'New workspace in {name}',
    protected: 'Only artifacts of this workspace upgrade its tasks',
    moveTitle: 'Move {name} to another workspace',
    deleteHint: 'The workspace is deleted with its artifacts, connections, resources, tasks and plans. This cannot be undone.',
  },
  de: {
    title: 'Workspaces',
    ownerHint: 'Das Login; leer: Sie selbst',
    shared: 'Für alle',
    personal: 'Einer Person',
    custom: 'Für einen Zweck',
    empty: 'In dieser Umgebung gibt es keinen Workspace',
    emptyHint: 'Legen Sie einen an: Artefakte, Verbindungen, Ressourcen, Tasks und Pläne gehören zu Workspaces.',
    new: 'Neuer Workspace',
    createTitle: 'Neuer Workspace in {name}',
    protected: 'Nur Artefakte dieses Workspace heben seine Tasks an',
    moveTitle: '{name} in einen anderen Workspace verschieben',
    deleteHint:
      'Der Workspace wird mit seinen Artefakten, Verbindungen, Ressourcen, Tasks und Plänen gelöscht. Das lässt sich nicht rückgängig machen.',
  },
});
