import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { compileQuery } from '../../../core/http/compile-query.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import {
  addStoredConnection,
  changeStoredConnection,
  lockConnection,
  testStoredConnection,
} from '../../orchestration/connections/index.ts';
import { findWorkspace } from '../../orchestration/workspaces/index.ts';
import { findRemoteEngine } from '../../processing/remote-engines/index.ts';
import { heldLevel, removeSharings, shareNewEntity } from '../../sharing/sharing/index.ts';
import { typeOfApp } from './connection-types.ts';
import { toCatalogConnectionJson, toConnectionListJson } from './json.ts';
import { connectionSource } from './query-fields.ts';
import {
  connectionLeaving,
  findCatalogConnection,
  insertCatalogConnection,
  lockCatalogConnection,
  lockCatalogEntry,
  removeCatalogConnection,
  samplesForbidden,
  findCatalogEntry,
  selectCatalogConnections,
  selectDatasetsOf,
  updateCatalogConnection,
} from './rows.ts';
import { connectionKindOf, parametersOf, requireNoDatasets, requireNoSecretInUrl } from './rules.ts';

/**
 * Lists the connections of the catalogue that the caller can reach.
 * @rule catalog-connections.list.query
 */
export const listCatalogConnections = endpoint('GET /connections', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query: { serviceQlQuery } }) {
    const condition = serviceQlQuery?.trim() ? await compileQuery(tx, serviceQlQuery, connectionSource(actor)) : sql`true`;
    const rows = await selectCatalogConnections(tx, actor, condition);
    return { status: 200, body: rows.map((row) => toConnectionListJson(actor, row)) };
  },
});

/**
 * Creates a connection in a workspace and in the catalogue.
 * @rule catalog-connections.create.one
 */
export const createCatalogConnection = endpoint('POST /connections', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },

  async run({ actor, tx, secrets, body }) {
    const workspace = await findWorkspace(tx, actor, body.workspaceId, 'AUTHOR');
    const { cloudAgentId: engine, description = null, tags = [], keepsSamples = false } = body;
    if (engine !== undefined) await findRemoteEngine(tx, actor, engine);

    requireNoSecretInUrl(body.properties);
    const kind = connectionKindOf(body.type, body.properties);

    const id = newId();
    const connection = { id, tenant: actor.tenant, workspace: workspace.id, name: body.label.trim(), app: kind.app };
    await addStoredConnection(tx, secrets, actor, connection, parametersOf(body.properties));
    const entry = { id, type: kind.type.id, description, engine: engine ?? null, tags, keepsSamples };
    await insertCatalogConnection(tx, actor, entry);
    await shareNewEntity(tx, { tenant: actor.tenant, type: 'connection', id, owner: actor.id });
    return { status: 201, body: toCatalogConnectionJson(await findCatalogConnection(tx, actor, id, 'CONNECTION_READ')) };
  },
});

/** Reads a connection of the catalogue. */
export const getCatalogConnection = endpoint('GET /connections/{connectionId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toCatalogConnectionJson(await findCatalogConnection(tx, actor, path.connectionId, 'CONNECTION_READ')) };
  },
});

/**
 * Replaces a connection of the catalogue. A connection that only its workspace has is put into the catalogue, and the caller becomes its owner there.
 * @rule catalog-connections.replace.adopt
 */
export const replaceCatalogConnection = endpoint('PUT /connections/{connectionId}', {
  allow: { anyOf: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] },

  async run({ actor, tx, secrets, publish, path, body }) {
    const { id, app, workspace_id: workspace } = await lockConnection(tx, actor, path.connectionId);
    const entry = await lockCatalogEntry(tx, id);
    const { cloudAgentId: engine, description, tags, enabled, keepsSamples, properties } = body;
    if (engine !== undefined) await findRemoteEngine(tx, actor, engine);

    if (properties) requireNoSecretInUrl(properties);
    const kind = properties?.['jdbcUrl'] === undefined ? undefined : connectionKindOf(undefined, properties);

    await changeStoredConnection(
      tx,
      secrets,
      actor,
      { id, workspace, name: body.label.trim(), app, newApp: kind?.app },
      properties && parametersOf(properties),
    );
    const type = kind?.type.id;
    if (entry) await updateCatalogConnection(tx, id, actor.id, { description, engine, tags, enabled, keepsSamples, type });
    else {
      const added = { description: description ?? null, engine: engine ?? null, tags: tags ?? [], keepsSamples: keepsSamples ?? false };
      await insertCatalogConnection(tx, actor, { ...added, id, type: type ?? typeOfApp(app).id });
      await shareNewEntity(tx, { tenant: actor.tenant, type: 'connection', id, owner: actor.id });
    }
    if (entry?.keeps_samples && keepsSamples === false) await publish(tx, samplesForbidden, { connection: id });
    return { status: 200, body: toCatalogConnectionJson(await findCatalogEntry(tx, actor, id)) };
  },
});

/**
 * Removes a connection from the catalogue. The connection of the workspace stays.
 * @rule catalog-connections.delete.stays
 */
export const deleteCatalogConnection = endpoint('DELETE /connections/{connectionId}', {
  allow: 'signed-in',

  async run({ actor, tx, publish, path, requestId }) {
    const { id } = await lockCatalogConnection(tx, actor, path.connectionId, 'CONNECTION_DELETE');
    const { total, labels } = await selectDatasetsOf(tx, id, heldLevel(actor, 'dataset', sql`d.id`));

    requireNoDatasets(total, labels);

    await publish(tx, connectionLeaving, { connection: id });
    await removeCatalogConnection(tx, id);
    await removeSharings(tx, 'connection', [id]);
    return { status: 200, body: { id, requestId } };
  },
});

/**
 * Tests a connection, stores the result, raises an event if the test failed, and answers the result. It has no transaction around all of this, so that
 * none stays open while it waits for another system.
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
