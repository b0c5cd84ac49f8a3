import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { findOwner } from '../../accounts/users/index.ts';
import { environmentCreated } from './domain-events.ts';
import { toEnvironmentJson } from './json.ts';
import { insertEnvironment } from './queries.ts';

/**
 * Creates an environment and its custom workspace.
 * @rule environments.1.permission
 */
export const createEnvironment = endpoint('POST /orchestration/environments', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, publish, body }) {
    const owner = await findOwner(tx, actor, body.owner);

    const workspaceId = newId();
    const row = await insertEnvironment(tx, actor, {
      id: newId(),
      tenant: actor.tenant,
      name: body.name.trim(),
      description: body.description ?? null,
      maxCloudContainers: body.maxCloudContainers ?? 0,
      workspaceId,
      workspaceName: body.workspaceName.trim(),
      owner: owner.id,
    });
    await publish(tx, environmentCreated, { workspaceId, creator: actor });
    return { status: 201, body: toEnvironmentJson(row) };
  },
});
