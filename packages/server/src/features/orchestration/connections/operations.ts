import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { removeSharings } from '../../sharing/sharing/index.ts';
import { findWorkspace, requireSameEnvironment, requireFittingWorkspace } from '../workspaces/index.ts';
import { requireRightForParameters, requireRightToMoveDriver } from './drivers.ts';
import {
  toConnectionJson,
  connectionDeleting,
  findConnection,
  lockConnection,
  removeConnection,
  selectConnections,
  selectConnectionUses,
  updateConnection,
  updateConnectionWorkspace,
} from './rows.ts';
import { readStoredParameters, saveParameters } from './parameters.ts';
import { mergeConnectionParameters, requireConnectionUnused, requireParametersOnce } from './rules.ts';
import { addStoredConnection, testStoredConnection } from './stored-connections.ts';

/** Lists the connections that the caller may see. */
export const listConnections = endpoint('GET /orchestration/connections', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    await requireFittingWorkspace(tx, actor, query);

    return { status: 200, body: toPage(await selectConnections(tx, actor, query), query, toConnectionJson) };
  },
});

/**
 * Reads whether connections may reach the machine of the server.
 * @rule connections.outbound.loopback
 */
export const getConnectionOutbound = endpoint('GET /orchestration/connections/outbound', {
  allow: 'signed-in',
  transaction: 'none',

  run: async ({ settings }) => ({ status: 200, body: { loopback: await settings.loopbackState() } }),
});

/**
 * Creates a connection in a workspace.
 * @rule connections.create.permission
 */
export const createConnection = endpoint('POST /orchestration/connections', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },

  async run({ actor, tx, secrets, body }) {
    const workspace = await findWorkspace(tx, actor, body.workspaceId, 'AUTHOR');

    requireParametersOnce(body.parameters);

    const id = newId();
    const connection = { id, tenant: actor.tenant, workspace: workspace.id, name: body.name.trim(), app: body.app.trim() };
    await addStoredConnection(tx, secrets, actor, connection, body.parameters);
    return { status: 201, body: toConnectionJson(await findConnection(tx, actor, id, 'VIEW')) };
  },
});

/** Reads a connection. */
export const getConnection = endpoint('GET /orchestration/connections/{connectionId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toConnectionJson(await findConnection(tx, actor, path.connectionId, 'VIEW')) };
  },
});

/** Replaces the name, the parameters or both; a field that the body leaves out keeps its value. */
export const replaceConnection = endpoint('PUT /orchestration/connections/{connectionId}', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },

  async run({ actor, tx, secrets, path, body }) {
    const connection = await lockConnection(tx, actor, path.connectionId);

    requireParametersOnce(body.parameters ?? []);
    const stored = body.parameters && (await readStoredParameters(tx, secrets, connection.id));
    const parameters = body.parameters && mergeConnectionParameters(body.parameters, stored ?? []);
    await requireRightForParameters(tx, actor, connection.workspace_id, stored ?? [], parameters ?? []);

    await updateConnection(tx, connection.id, body.name?.trim() ?? null);
    if (parameters !== undefined) await saveParameters(tx, secrets, connection.id, parameters);
    return { status: 200, body: toConnectionJson(await findConnection(tx, actor, connection.id, 'VIEW')) };
  },
});

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

    requireSameEnvironment(connection.environment_id, target.environment_id);
    requireConnectionUnused(await selectConnectionUses(tx, connection.id, connection.environment_id));

    await updateConnectionWorkspace(tx, connection.id, target.id);
    return { status: 200, body: toConnectionJson(await findConnection(tx, actor, connection.id, 'VIEW')) };
  },
});

/**
 * Tests a connection, stores the result, raises an event if the test failed, and answers the result. It has no transaction around all of this, so that
 * none stays open while it waits for another system.
 * @rule connections.test.reason
 * @rule connections.test.address
 */
export const testConnection = endpoint('POST /orchestration/connections/{connectionId}/test', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },
  audit: 'none',
  transaction: 'none',

  async run(call) {
    return { status: 200, body: await testStoredConnection(call, call.actor, call.path.connectionId, call.signal) };
  },
});
