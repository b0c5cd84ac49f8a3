/** Workspaces: containers of artifacts, connections, resources, tasks and plans. */
import { subscribe } from '../../../core/events/domain-events.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { environmentCreated } from '../environments/index.ts';
import * as operations from './operations.ts';
import { runtimesInWorkspace } from './rules.ts';
import { raiseWorkspaceEvents } from './rows.ts';

export {
  insertPromotedWorkspaces,
  type CopyInWorkspace,
  type PromotedCopy,
  findWorkspace,
  requireRight,
  requireFittingWorkspace,
  workspaceJoins,
  workspaceObject,
  type WorkspaceObject,
  toWorkspaceInfo,
} from './rows.ts';
export { requireSameEnvironment } from './rules.ts';
export { type ContentUses, selectContentUses } from './uses.ts';

/** The endpoints of workspaces. */
export const workspaces: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  subscriptions: [
    subscribe(environmentCreated, (tx, { workspaceId, creator }) => raiseWorkspaceEvents(tx, creator, 'created', [workspaceId])),
  ],
  constraints: {
    /** @rule workspaces.create.name */
    workspace_name_once: () => conflict('workspace_name_taken', 'The environment has a workspace of that name: choose another name.'),
    engine_workspace_id_fkey: () => runtimesInWorkspace([]),
    engine_cluster_workspace_id_fkey: () => runtimesInWorkspace([]),
    /** @rule catalog-connections.delete.use */
    dataset_connection_id_fkey: () =>
      conflict('workspace_in_use', 'Datasets of the catalogue use connections of the workspace: delete them first.'),
  },
};
