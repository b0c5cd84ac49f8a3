import { endpoint } from '../../../core/http/endpoint.ts';
import { lockDataset } from './access.ts';
import { updateCertification } from './queries.ts';
import { refreshDatasets } from './refresh.ts';

/**
 * Sets the certification of a dataset, and records its author and time.
 * @rule datasets.certify.record
 */
export const certifyDataset = endpoint('PUT /datasets/{datasetId}/certification', {
  allow: 'signed-in',

  async run({ actor, tx, path, body, requestId }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_CERTIFY');
    await updateCertification(tx, id, body.currentCertification, actor.id);
    await refreshDatasets(tx, [id]);
    return { status: 200, body: { id, requestId } };
  },
});
