import { endpoint } from '../../../core/http/endpoint.ts';
import { findOwner } from '../../accounts/users/index.ts';
import { lockWorkspace } from './access.ts';
import { updateWorkspace } from './queries.ts';

/**
 * Replaces the settings of a workspace.
 * @rule workspaces.replace.right
 */
export const replaceWorkspace = endpoint('PUT /orchestration/workspaces/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const workspace = await lockWorkspace(tx, actor, path.id);
    const owner = typeof body.owner === 'string' ? (await findOwner(tx, actor, body.owner)).id : null;

    await updateWorkspace(tx, actor, workspace.id, {
      name: body.name.trim(),
      description: body.description ?? null,
      owner,
      protectedArtifactUpdate: body.protectedArtifactUpdate ?? false,
    });
    return { status: 204 };
  },
});
