import { endpoint } from '../../../core/http/endpoint.ts';
import { findCrawler } from './access.ts';
import { toCrawlerJson } from './json.ts';

/** Reads a crawler with the status of its last run. */
export const getCrawler = endpoint('GET /connections/crawlers/{crawlerId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, query }) {
    return { status: 200, body: toCrawlerJson(await findCrawler(tx, actor, path.crawlerId, query.includeDeleted)) };
  },
});
