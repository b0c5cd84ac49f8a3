import { endpoint } from '../../../core/http/endpoint.ts';
import { changeStoredConnection, lockConnection } from '../../orchestration/connections/index.ts';
import { findRemoteEngine } from '../../processing/remote-engines/index.ts';
import { shareNew } from '../../sharing/sharing/index.ts';
import { typeOfApp } from './connection-types.ts';
import { samplesForbidden } from './domain-events.ts';
import { insertCatalogConnection, lockCatalogEntry, selectCatalogConnection, updateCatalogConnection } from './queries.ts';
import { toCatalogConnectionJson } from './json.ts';
import { requireNoSecretInUrl, connectionKindOf, parametersOf } from './rules.ts';

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
      await insertCatalogConnection(tx, { ...added, id, tenant: actor.tenant, type: type ?? typeOfApp(app).id, author: actor.id });
      await shareNew(tx, { tenant: actor.tenant, type: 'connection', id, owner: actor.id });
    }
    if (entry?.keeps_samples && keepsSamples === false) await publish(tx, samplesForbidden, { connection: id });
    return { status: 200, body: toCatalogConnectionJson(await selectCatalogConnection(tx, actor, id)) };
  },
});
