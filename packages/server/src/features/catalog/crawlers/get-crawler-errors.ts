import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import { findCrawler } from './access.ts';
import { errorLines } from './error-log.ts';

/**
 * Downloads the errors of the last run. The lines are read while the caller receives them, so there is no transaction.
 * @rule crawlers.errors.file
 */
export const getCrawlerErrors = endpoint('GET /connections/crawlers/{crawlerId}/errors.log', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ actor, db, blobs, path }) {
    const crawler = await findCrawler(db.reader, actor, path.crawlerId, true);
    const stream = Readable.from(errorLines({ tx: db.reader, blobs }, crawler), { objectMode: false });
    return { status: 200, stream, contentType: 'text/plain; charset=utf-8', fileName: 'errors.log' };
  },
});
