import { endpoint } from '../../../core/http/endpoint.ts';
import { findCatalogConnection } from '../catalog-connections/index.ts';
import { toScanJson } from './table-json.ts';
import { findScan } from './queries.ts';
import { completedScan } from './rules.ts';

/** Reads the tables that the last scan of a connection has listed. Only a caller that may change the connection sees their names. */
export const getScan = endpoint('GET /connections/scan/{connectionId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const { id } = await findCatalogConnection(tx, actor, path.connectionId, 'CONNECTION_UPDATE');
    const scan = await findScan(tx, id);

    const completed = completedScan(id, scan);

    return { status: 200, body: toScanJson(id, completed, scan) };
  },
});
