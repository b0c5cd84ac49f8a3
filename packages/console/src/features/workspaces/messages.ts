/** Messages of the pages of workspaces. */
import { defineMessages } from '../../text/messages.ts';

/** Messages of the list, and of the filter of other lists. */
export const workspaceMessages = defineMessages('workspace', {
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
});
