import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { findConnection } from './access.ts';
import { requireRightForParameters } from './driver-rules.ts';
import { toConnectionJson } from './json.ts';
import { saveParameters } from './parameter-queries.ts';
import { insertConnection } from './queries.ts';
import { requireParametersOnce, mergeConnectionParameters } from './rules.ts';

/**
 * Creates a connection in a workspace.
 * @rule connections.create.permission
 */
export const createConnection = endpoint('POST /orchestration/connections', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },

  async run({ actor, tx, secrets, body }) {
    const workspace = await findWorkspace(tx, actor, body.workspaceId, 'AUTHOR');

    requireParametersOnce(body.parameters);
    const parameters = mergeConnectionParameters(body.parameters, []);
    await requireRightForParameters(tx, actor, workspace.id, [], parameters);

    const id = newId();
    await insertConnection(tx, { id, tenant: actor.tenant, workspace: workspace.id, name: body.name.trim(), app: body.app.trim() });
    await saveParameters(tx, secrets, id, parameters);
    return { status: 201, body: toConnectionJson(await findConnection(tx, actor, id, 'VIEW')) };
  },
});
