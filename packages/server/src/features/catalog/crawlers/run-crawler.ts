import { endpoint } from '../../../core/http/endpoint.ts';
import { lockForCheck } from '../../orchestration/connections/index.ts';
import { recordChange } from '../../security/audit-log/index.ts';
import { lockCrawler, requireCrawlRight } from './access.ts';
import { withCrawlBundle } from './crawl-bundle.ts';
import { endClosingRun } from './run-ends.ts';
import { startCrawl } from './start-crawl.ts';

/**
 * Starts a run of a crawler, unless one is under way. The operation opens its own transactions, because it stores a file first.
 * @rule crawlers.run.once
 */
export const runCrawler = endpoint('POST /connections/crawlers/{crawlerId}/run', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ actor, db, blobs, processState, limits: { sampleRows }, path, changeFacts, hasSingleUser }) {
    // Checked before the bundle is stored, so that a refusal stores no file.
    const connection = await db.transaction(async (tx) => {
      const crawler = await lockCrawler(tx, actor, path.crawlerId, 'CRAWLING_UPDATE');
      await requireCrawlRight(tx, actor, crawler.connection_id);
      return crawler.connection_id;
    });
    const isSingle = await hasSingleUser();
    const environment = await withCrawlBundle({ db, blobs, processState }, async (tx, hash) => {
      await lockForCheck(tx, connection);
      const crawler = await lockCrawler(tx, actor, path.crawlerId, 'CRAWLING_UPDATE');
      await requireCrawlRight(tx, actor, crawler.connection_id);
      await recordChange(tx, changeFacts({ status: 202 }));
      const isUnderWay = await endClosingRun(tx, { crawler: crawler.id });
      if (isUnderWay) return undefined;
      return startCrawl(tx, actor, { connection: crawler.connection_id, crawler, sampleRows, hasSingleUser: isSingle }, hash);
    });
    return { status: 202, wake: environment === undefined ? [] : [environment] };
  },
});
