import { endpoint } from '../../../core/http/endpoint.ts';
import { findSampledDataset } from './access.ts';
import { selectSample } from './sample-queries.ts';

/**
 * Reads rows of the sample of a dataset. Without a sample there are none.
 * @rule datasets.sample.read
 */
export const getSample = endpoint('GET /datasets/{datasetId}/sample', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query: { limit = 100, offset = 0 } }) {
    const id = await findSampledDataset(tx, actor, path.datasetId);
    const sample = await selectSample(tx, id, { limit, offset });
    if (!sample) return { status: 200, body: { columns: [], rows: [], total: 0 } };
    const { columns, rows, total, sampled_at: sampledAt } = sample;
    return { status: 200, body: { columns, rows, total, sampledAt: sampledAt.toISOString() } };
  },
});
