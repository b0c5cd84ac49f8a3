import { endpoint } from '../../../core/http/endpoint.ts';
import { lockConnection } from './access.ts';
import { removeConnection, selectUses } from './queries.ts';
import { isNotUsed } from './rules.ts';

/** Deletes a connection that nothing uses. */
export const deleteConnection = endpoint('DELETE /orchestration/connections/{connectionId}', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },

  async run({ actor, tx, path }) {
    const connection = await lockConnection(tx, actor, path.connectionId);

    isNotUsed(await selectUses(tx, connection.id, connection.environment_id));

    await removeConnection(tx, connection.id);
    return { status: 204 };
  },
});
