import { presentFields } from '../../../core/base/present-fields.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { findDatasetFor } from './access.ts';
import { selectColumns } from './column-queries.ts';
import { toQualityJson } from './json.ts';

/** Lists the columns of a dataset in their order. */
export const listColumns = endpoint('GET /datasets/{datasetId}/columns', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const rows = await selectColumns(tx, await findDatasetFor(tx, actor, path.datasetId, 'DATASET_READ'));
    const body = rows.map((row) => ({
      path: row.path,
      description: row.description ?? '',
      type: row.type,
      primaryKey: row.is_key,
      ...presentFields({ nativeType: row.native_type, nullable: row.is_nullable, comment: row.comment }),
      ...presentFields({ semanticType: row.semantic_type, quality: toQualityJson(row) }),
    }));
    return { status: 200, body };
  },
});
