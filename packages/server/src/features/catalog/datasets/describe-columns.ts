import { endpoint } from '../../../core/http/endpoint.ts';
import { lockDataset } from './access.ts';
import { selectColumns, writeDescriptions } from './column-queries.ts';
import { touchDataset } from './queries.ts';
import { refreshDatasets } from './refresh.ts';
import { requirePathsOnce, requireRoomForColumns } from './rules.ts';

/** Creates or describes columns of a dataset. */
export const describeColumns = endpoint('POST /datasets/{datasetId}/columns', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const id = await lockDataset(tx, actor, path.datasetId, 'DATASET_UPDATE');

    requirePathsOnce(body);
    requireRoomForColumns(await selectColumns(tx, id), body);

    await writeDescriptions(tx, id, body);
    await touchDataset(tx, id, actor.id);
    await refreshDatasets(tx, [id]);
    return { status: 204 };
  },
});
