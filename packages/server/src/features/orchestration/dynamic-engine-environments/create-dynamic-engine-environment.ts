import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { findOwner } from '../../accounts/users/index.ts';
import { environmentCreated, insertEnvironment } from '../environments/index.ts';
import { findDynamicEnvironment } from './access.ts';
import { toDynamicEnvironmentJson } from './json.ts';
import { insertDynamicEnvironment } from './queries.ts';

/**
 * Creates a dynamic-engine environment with its custom workspace. It is not assigned to an engine.
 * @rule dynamic-engine-environments.1.permission
 * @rule authentication.2.stated-permission
 * @rule dynamic-engine-environments.create.trim
 * @rule dynamic-engine-environments.create.workspace
 */
export const createDynamicEngineEnvironment = endpoint('POST /orchestration/dynamic-engine-environments', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, publish, body }) {
    const owner = await findOwner(tx, actor, body.owner);

    const [id, workspaceId] = [newId(), newId()];
    await insertEnvironment(tx, actor, {
      id,
      tenant: actor.tenant,
      name: body.name.trim(),
      description: body.description || null,
      maxCloudContainers: 0,
      workspaceId,
      workspaceName: body.workspaceName.trim(),
      owner: owner.id,
      isDynamic: true,
    });
    await insertDynamicEnvironment(tx, actor, id, {
      logStrategy: body.logStrategy ?? 'NONE',
      metricsStrategy: body.metricsStrategy ?? 'NONE',
    });
    await publish(tx, environmentCreated, { workspaceId, creator: actor });
    return { status: 201, body: toDynamicEnvironmentJson(await findDynamicEnvironment(tx, actor, id)) };
  },
});
