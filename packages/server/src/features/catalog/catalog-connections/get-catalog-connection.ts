import { endpoint } from '../../../core/http/endpoint.ts';
import { findCatalogConnection } from './access.ts';
import { toCatalogConnectionJson } from './json.ts';

/** Reads a connection of the catalogue. */
export const getCatalogConnection = endpoint('GET /connections/{connectionId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toCatalogConnectionJson(await findCatalogConnection(tx, actor, path.connectionId, 'CONNECTION_READ')) };
  },
});
