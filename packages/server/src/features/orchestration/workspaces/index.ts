/** Workspaces: containers of artifacts, connections, resources, tasks and plans. */
import { subscribe } from '../../../core/events/domain-events.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { environmentCreated } from '../environments/index.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { ownsRuntimes } from './rules.ts';
import { replaceWorkspace } from './replace-workspace.ts';
import { raiseWorkspaceEvents } from './workspace-events.ts';

export * from './promoted-queries.ts';
export { findWorkspace, foundWithRight, lacksRight, requireRight, workspaceFitsEnvironment } from './access.ts';
export { staysInEnvironment } from './rules.ts';
export { toWorkspaceInfo, workspaceJoins, workspaceObject, type WorkspaceObject } from './json.ts';

/** The endpoints of workspaces. */
export const workspaces: Feature = {
  surface: orchestration,
  endpoints: [listWorkspaces, createWorkspace, replaceWorkspace, deleteWorkspace],
  subscriptions: [
    subscribe(environmentCreated, (tx, { workspaceId, creator }) => raiseWorkspaceEvents(tx, creator, 'created', [workspaceId])),
  ],
  constraints: {
    /** @rule workspaces.create.name */
    workspace_name_once: () => conflict('workspace_name_taken', 'The environment has a workspace of that name: choose another name.'),
    engine_workspace_id_fkey: () => ownsRuntimes([]),
    engine_cluster_workspace_id_fkey: () => ownsRuntimes([]),
    /** @rule catalog-connections.delete.use */
    dataset_connection_id_fkey: () =>
      conflict('workspace_in_use', 'Datasets of the catalogue use connections of the workspace: delete them first.'),
  },
};
