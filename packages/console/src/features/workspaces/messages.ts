/** Messages of the pages of workspaces. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the filter of other lists. */
export const workspaceMessages = defineMessages({
  shared: ['For everyone', 'Für alle'],
  personal: ['Of one person', 'Einer Person'],
  custom: ['For a purpose', 'Für einen Zweck'],
  empty: ['There is no workspace in this environment', 'In dieser Umgebung gibt es keinen Workspace'],
  emptyHint: [
    'Create one: artifacts, connections, resources, tasks and plans belong to workspaces.',
    'Legen Sie einen an: Artefakte, Verbindungen, Ressourcen, Tasks und Pläne gehören zu Workspaces.',
  ],
  new: ['New workspace', 'Neuer Workspace'],
  createTitle: ['New workspace in {name}', 'Neuer Workspace in {name}'],
  protected: ['Only artifacts of this workspace upgrade its tasks', 'Nur Artefakte dieses Workspace heben seine Tasks an'],
  moveTitle: ['Move {name} to another workspace', '{name} in einen anderen Workspace verschieben'],
  deleteHint: [
    'The workspace is deleted with its artifacts, connections, resources, tasks and plans. This cannot be undone.',
    'Der Workspace wird mit seinen Artefakten, Verbindungen, Ressourcen, Tasks und Plänen gelöscht. Das lässt sich nicht rückgängig machen.',
  ],
});
