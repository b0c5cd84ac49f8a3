import { endpoint } from '../../../core/http/endpoint.ts';
import { toDatasetJson } from './json.ts';
import { listConditions, listOrder } from './list.ts';
import { selectDatasets } from './queries.ts';

/** Lists the datasets that the caller can reach. */
export const listDatasets = endpoint('GET /datasets', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const order = listOrder(actor, query);
    const condition = await listConditions(tx, actor, query);
    return { status: 200, body: (await selectDatasets(tx, actor, condition, order)).map(toDatasetJson) };
  },
});
