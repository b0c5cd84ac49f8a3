import { endpoint } from '../../../core/http/endpoint.ts';
import { lockLive, requestEnd, stopsIn, topicsToWake } from '../../processing/task-executions/index.ts';
import { lockCrawler } from './access.ts';
import { findSite, findUnderWay, requestCrawlEnd } from './run-queries.ts';

/**
 * Ends the run of a crawler: its execution ends as any other does, and the datasets that the run has written stay. Without a run there is nothing to do.
 * @rule crawlers.end.keep
 */
export const endCrawlerRun = endpoint('POST /connections/crawlers/{crawlerId}/end', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const crawler = await lockCrawler(tx, actor, path.crawlerId, 'CRAWLING_UPDATE');
    const run = await findUnderWay(tx, { crawler: crawler.id });
    if (!run) return { status: 202 };

    await requestCrawlEnd(tx, run.execution_id);
    await lockLive(tx, [run.execution_id]);
    const ended = await requestEnd(tx, [run.execution_id]);
    const { environment_id: environment } = await findSite(tx, crawler.connection_id);
    return { status: 202, wake: [environment, stopsIn(environment), ...topicsToWake(ended)] };
  },
});
