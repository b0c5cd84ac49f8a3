import { endpoint } from '../../../core/http/endpoint.ts';
import { sql } from '../../../core/database/sql.ts';
import { heldLevel, removeSharings } from '../../sharing/sharing/index.ts';
import { lockCatalogConnection } from './access.ts';
import { connectionLeaving } from './domain-events.ts';
import { removeCatalogConnection, selectDatasetsOf } from './queries.ts';
import { requireNoDatasets } from './rules.ts';

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
