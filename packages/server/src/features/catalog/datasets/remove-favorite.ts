import { endpoint } from '../../../core/http/endpoint.ts';
import { lockDataset } from './access.ts';
import { deleteFavorite } from './queries.ts';

/** Removes a dataset from the favourites of the caller. */
export const removeFavorite = endpoint('DELETE /datasets/{datasetId}/favorite', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    await deleteFavorite(tx, await lockDataset(tx, actor, path.datasetId, 'DATASET_READ'), actor.id);
    return { status: 204 };
  },
});
