import { endpoint } from '../../../core/http/endpoint.ts';
import { removeSharings } from '../../sharing/sharing/index.ts';
import { lockDataset } from './access.ts';
import { removeDataset } from './queries.ts';

/** Deletes a dataset. */
export const deleteDataset = endpoint('DELETE /datasets/{datasetId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, requestId }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_DELETE');
    await removeDataset(tx, id);
    await removeSharings(tx, 'dataset', [id]);
    return { status: 200, body: { id, requestId } };
  },
});
