import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { findOwner } from '../../accounts/users/index.ts';
import { holdEnvironment } from '../environments/index.ts';
import { toWorkspaceJson } from './json.ts';
import { insertWorkspace } from './queries.ts';

/**
 * Creates a custom workspace in an environment.
 * @rule workspaces.create.permission
 */
export const createWorkspace = endpoint('POST /orchestration/workspaces', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, body }) {
    const environment = await holdEnvironment(tx, actor, body.environmentId);
    const owner = await findOwner(tx, actor, body.owner);

    const row = await insertWorkspace(tx, actor, {
      id: newId(),
      tenant: actor.tenant,
      environment: environment.id,
      name: body.name.trim(),
      description: body.description ?? null,
      owner: owner.id,
    });
    return { status: 201, body: toWorkspaceJson(row) };
  },
});
