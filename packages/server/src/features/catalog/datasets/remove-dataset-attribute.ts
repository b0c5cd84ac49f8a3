import { endpoint } from '../../../core/http/endpoint.ts';
import { lockDataset } from './access.ts';
import { touchDataset } from './queries.ts';
import { refreshDatasets } from './refresh.ts';
import { holdDefinition, removeValue } from './attribute-queries.ts';
import { requireResettable } from './attribute-rules.ts';

/** Resets a custom attribute of a dataset to its default. */
export const removeDatasetAttribute = endpoint('DELETE /datasets/{datasetId}/attributes/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_UPDATE');
    const attribute = await holdDefinition(tx, actor.tenant, path.id);

    requireResettable(attribute);

    await removeValue(tx, id, attribute.id);
    await touchDataset(tx, id, actor.id);
    await refreshDatasets(tx, [id]);
    return { status: 204 };
  },
});
