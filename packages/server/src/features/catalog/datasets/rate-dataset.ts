import { endpoint } from '../../../core/http/endpoint.ts';
import { findDataset, lockDataset } from './access.ts';
import { toRatingJson } from './json.ts';
import { upsertRating } from './queries.ts';
import { refreshDatasets } from './refresh.ts';

/**
 * Sets the rating of a dataset by the caller, in place of an earlier one.
 * @rule datasets.rating.one
 */
export const rateDataset = endpoint('PUT /datasets/{datasetId}/rating', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_READ');
    await upsertRating(tx, id, actor.id, body.rating);
    await refreshDatasets(tx, [id]);
    return { status: 200, body: toRatingJson((await findDataset(tx, actor, id)).rating) };
  },
});
