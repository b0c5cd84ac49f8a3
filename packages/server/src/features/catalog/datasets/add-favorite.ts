import { endpoint } from '../../../core/http/endpoint.ts';
import { lockDataset } from './access.ts';
import { insertFavorite } from './queries.ts';

/** Makes a dataset a favourite of the caller. */
export const addFavorite = endpoint('PUT /datasets/{datasetId}/favorite', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    await insertFavorite(tx, await lockDataset(tx, actor, path.datasetId, 'DATASET_READ'), actor.id);
    return { status: 204 };
  },
});
