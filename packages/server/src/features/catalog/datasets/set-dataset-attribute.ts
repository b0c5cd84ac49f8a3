import { endpoint } from '../../../core/http/endpoint.ts';
import { lockDataset } from './access.ts';
import { touchDataset } from './queries.ts';
import { refreshDatasets } from './refresh.ts';
import { holdDefinition, upsertValue } from './attribute-queries.ts';
import { requireFittingValue } from './attribute-rules.ts';

/** Sets the value of a custom attribute of a dataset. */
export const setDatasetAttribute = endpoint('PUT /datasets/{datasetId}/attributes/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body, requestId }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_UPDATE');
    const attribute = await holdDefinition(tx, actor.tenant, path.id);

    requireFittingValue(attribute, body.values);

    await upsertValue(tx, id, attribute.id, body.values);
    await touchDataset(tx, id, actor.id);
    await refreshDatasets(tx, [id]);
    return { status: 200, body: { id, requestId } };
  },
});
