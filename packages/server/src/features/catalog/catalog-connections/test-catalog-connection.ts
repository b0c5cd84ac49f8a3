import { endpoint } from '../../../core/http/endpoint.ts';
import { testStoredConnection } from '../../orchestration/connections/index.ts';

/**
 * Opens a connection and answers whether that succeeded. It has no transaction, so that none stays open while it waits for another system.
 * @rule catalog-connections.test.same
 */
export const testCatalogConnection = endpoint('POST /connections/{connectionId}/test', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },
  audit: 'none',
  transaction: 'none',

  async run(call) {
    return { status: 200, body: await testStoredConnection(call, call.actor, call.path.connectionId, call.signal) };
  },
});
