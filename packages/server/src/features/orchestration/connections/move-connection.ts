import { endpoint } from '../../../core/http/endpoint.ts';
import { findWorkspace, staysInEnvironment } from '../workspaces/index.ts';
import { findConnection, lockConnection } from './access.ts';
import { requireRightToMoveDriver } from './driver-rules.ts';
import { toConnectionJson } from './json.ts';
import { updateConnectionWorkspace, selectConnectionUses } from './queries.ts';
import { requireConnectionUnused } from './rules.ts';

/**
 * Moves a connection to another workspace of its environment.
 * @rule connections.move.right
 */
export const moveConnection = endpoint('PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },

  async run({ actor, tx, path }) {
    const connection = await lockConnection(tx, actor, path.connectionId);
    const target = await findWorkspace(tx, actor, path.targetWorkspaceId, 'AUTHOR');
    await requireRightToMoveDriver(tx, actor, connection.id, target.id);

    staysInEnvironment(connection.environment_id, target.environment_id);
    requireConnectionUnused(await selectConnectionUses(tx, connection.id, connection.environment_id));

    await updateConnectionWorkspace(tx, connection.id, target.id);
    return { status: 200, body: toConnectionJson(await findConnection(tx, actor, connection.id, 'VIEW')) };
  },
});
