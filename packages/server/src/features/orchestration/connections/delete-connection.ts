import { endpoint } from '../../../core/http/endpoint.ts';
import { removeSharings } from '../../sharing/sharing/index.ts';
import { lockConnection } from './access.ts';
import { connectionDeleting } from './domain-events.ts';
import { removeConnection, selectConnectionUses } from './queries.ts';
import { requireConnectionUnused } from './rules.ts';

/** Deletes a connection that nothing uses. */
export const deleteConnection = endpoint('DELETE /orchestration/connections/{connectionId}', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },

  async run({ actor, tx, publish, path }) {
    const connection = await lockConnection(tx, actor, path.connectionId);

    requireConnectionUnused(await selectConnectionUses(tx, connection.id, connection.environment_id));

    await publish(tx, connectionDeleting, { connection: connection.id });
    await removeConnection(tx, connection.id);
    await removeSharings(tx, 'connection', [connection.id]);
    return { status: 204 };
  },
});
