import { endpoint } from '../../../core/http/endpoint.ts';
import { workspacesDeleting } from '../environments/index.ts';
import { lockWorkspace } from './access.ts';
import { removeWorkspace, selectWorkspaceUses } from './queries.ts';
import { workspaceHasNoRuntime, workspaceHasNoExecution, requireCustom, requireNotUsedElsewhere } from './rules.ts';

/**
 * Deletes a custom workspace with all its content.
 * @rule workspaces.delete.permission
 */
export const deleteWorkspace = endpoint('DELETE /orchestration/workspaces/{id}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, publish }) {
    const workspace = await lockWorkspace(tx, actor, path.id);
    const uses = await selectWorkspaceUses(tx, workspace.id);

    requireCustom(workspace.type);
    requireNotUsedElsewhere(uses);
    workspaceHasNoRuntime(uses.runtimes);
    workspaceHasNoExecution(uses.executions);

    await publish(tx, workspacesDeleting, { workspaces: [workspace.id] });
    await removeWorkspace(tx, actor, workspace.id);
    return { status: 204 };
  },
});
