import { endpoint } from '../../../core/http/endpoint.ts';
import { sql } from '../../../core/database/sql.ts';
import { toCrawlerJson } from './json.ts';
import { selectCrawlers } from './queries.ts';

/** Lists the crawlers that the caller can reach, without pages. */
export const listCrawlers = endpoint('GET /connections/crawlers', {
  allow: 'signed-in',

  async run({ actor, tx, query }) {
    const ofConnection = query.connectionId === undefined ? sql`true` : sql`k.connection_id = ${query.connectionId}`;
    const rows = await selectCrawlers(tx, actor, query.includeDeleted ?? false, ofConnection);
    return { status: 200, body: { data: rows.map(toCrawlerJson), offset: 0, limit: 0, total: rows.length } };
  },
});
