import { endpoint } from '../../../core/http/endpoint.ts';
import { findDatasetFor } from './access.ts';
import { toDatasetAttributeJson } from './attribute-json.ts';
import { countAttributes, selectDatasetAttributes } from './attribute-queries.ts';

/** Lists the custom attributes of a dataset with their values. */
export const listDatasetAttributes = endpoint('GET /datasets/{datasetId}/attributes', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query: { limit = 100, offset = 0, category } }) {
    const id = await findDatasetFor(tx, actor, path.datasetId, 'DATASET_READ');
    if (category === 'built-in') return { status: 200, body: { data: [], paging: { limit, offset, total: 0 } } };
    const rows = await selectDatasetAttributes(tx, actor.tenant, id, { limit, offset });
    const total = await countAttributes(tx, actor.tenant);
    return { status: 200, body: { data: rows.map(toDatasetAttributeJson), paging: { limit, offset, total } } };
  },
});
