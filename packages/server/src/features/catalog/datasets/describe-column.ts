import { endpoint } from '../../../core/http/endpoint.ts';
import { lockDataset } from './access.ts';
import { chooseType } from './chosen-types.ts';
import { selectColumns, writeDescriptions } from './column-queries.ts';
import { touchDataset } from './queries.ts';
import { refreshDatasets } from './refresh.ts';
import { requireRoomForColumns } from './rules.ts';

/** Creates or describes a column of a dataset. */
export const describeColumn = endpoint('PUT /datasets/{datasetId}/columns/{path}', {
  allow: 'signed-in',

  async run({ actor, tx, path: { datasetId, path }, body }) {
    const id = await lockDataset(tx, actor, datasetId, 'DATASET_UPDATE');

    requireRoomForColumns(await selectColumns(tx, id), [{ path }]);

    await writeDescriptions(tx, id, [{ path, description: body.description }]);
    if (body.semanticType !== undefined) await chooseType(tx, actor, id, path, body.semanticType);
    await touchDataset(tx, id, actor.id);
    await refreshDatasets(tx, [id]);
    return { status: 204 };
  },
});
