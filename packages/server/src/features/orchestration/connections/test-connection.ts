import { endpoint } from '../../../core/http/endpoint.ts';
import { findConnection } from './access.ts';
import { raiseTestFailed } from './connection-events.ts';
import { readConnectionParameters } from './parameter-queries.ts';
import { hasProbe } from './probes/apps.ts';
import { BUSY, RunningProbes, tryConnection } from './probes/try-connection.ts';

/**
 * Opens a connection and answers whether that succeeded. It has no transaction, so that none stays open while it waits for another system.
 * @rule connections.test.reason
 * @rule connections.test.address
 */
export const testConnection = endpoint('POST /orchestration/connections/{connectionId}/test', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },
  audit: 'none',
  transaction: 'none',

  async run({ actor, db, processState, secrets, outboundRules, path, signal }) {
    const connection = await findConnection(db.reader, actor, path.connectionId, 'AUTHOR');
    hasProbe(connection.app);
    const parameters = (await readConnectionParameters(db.reader, secrets, [connection.id])).get(connection.id) ?? [];
    const values = new Map([...parameters].map(([name, { value }]) => [name, value]));
    const running = processState.of(RunningProbes, () => new RunningProbes());
    const result = await tryConnection(running, connection.app, values, await outboundRules(), signal);
    if (!result.success && result.reason !== BUSY && !signal.aborted) await raiseTestFailed(db.writer, actor, connection.id, result.reason);
    return { status: 200, body: result };
  },
});
