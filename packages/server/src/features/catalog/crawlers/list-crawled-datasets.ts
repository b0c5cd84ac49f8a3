import { endpoint } from '../../../core/http/endpoint.ts';
import { findCrawler } from './access.ts';
import { toCrawledDatasetJson } from './table-json.ts';
import { selectCrawledDatasets } from './queries.ts';

/** Lists the tables that a crawler has listed, with their datasets. */
export const listCrawledDatasets = endpoint('GET /connections/crawlers/{crawlerId}/datasets', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const { id } = await findCrawler(tx, actor, path.crawlerId, true);
    const { limit = 100, offset = 0 } = query;
    const { rows, total } = await selectCrawledDatasets(tx, id, { limit, offset });
    return { status: 200, body: { data: rows.map(toCrawledDatasetJson), offset, limit, total } };
  },
});
