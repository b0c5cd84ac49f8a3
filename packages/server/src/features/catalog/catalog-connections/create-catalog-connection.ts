import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { addStoredConnection } from '../../orchestration/connections/index.ts';
import { findWorkspace } from '../../orchestration/workspaces/index.ts';
import { findRemoteEngine } from '../../processing/remote-engines/index.ts';
import { shareNew } from '../../sharing/sharing/index.ts';
import { findCatalogConnection } from './access.ts';
import { toCatalogConnectionJson } from './json.ts';
import { insertCatalogConnection } from './queries.ts';
import { requireNoSecretInUrl, connectionKindOf, parametersOf } from './rules.ts';

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
    const entry = {
      id,
      tenant: actor.tenant,
      type: kind.type.id,
      description,
      engine: engine ?? null,
      tags,
      keepsSamples,
      author: actor.id,
    };
    await insertCatalogConnection(tx, entry);
    await shareNew(tx, { tenant: actor.tenant, type: 'connection', id, owner: actor.id });
    return { status: 201, body: toCatalogConnectionJson(await findCatalogConnection(tx, actor, id, 'CONNECTION_READ')) };
  },
});
