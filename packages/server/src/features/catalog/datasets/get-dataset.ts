import { endpoint } from '../../../core/http/endpoint.ts';
import { findDataset } from './access.ts';
import { toDatasetJson } from './json.ts';

/** Reads a dataset. */
export const getDataset = endpoint('GET /datasets/{datasetId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toDatasetJson(await findDataset(tx, actor, path.datasetId)) };
  },
});
