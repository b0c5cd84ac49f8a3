import { endpoint } from '../../../core/http/endpoint.ts';
import { admitCrawl, takePortion } from '../../catalog/crawlers/index.ts';

/** Accepts a portion of a crawl from its program. It has no transaction, because it counts the quality of the rows before it writes. */
export const takeCrawlPortion = endpoint('POST /engine/v1/crawls/{executionId}/portions', {
  allow: 'public',
  admit: admitCrawl,
  transaction: 'none',
  bodyLimit: 8 * 1024 * 1024,

  async run({ db, path, body }) {
    return { status: 200, body: await takePortion({ db }, path.executionId, body) };
  },
});
