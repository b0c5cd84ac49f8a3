/** Crawlers: they turn the tables of connections into datasets. Scans list the tables. */
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { connectionDeleting } from '../../orchestration/connections/index.ts';
import { workspacesDeleting } from '../../orchestration/environments/index.ts';
import { connectionLeaving } from '../catalog-connections/index.ts';
import { changeCrawler } from './change-crawler.ts';
import { createCrawler } from './create-crawler.ts';
import { deleteCrawler } from './delete-crawler.ts';
import { endCrawlerRun } from './end-crawler-run.ts';
import { getCrawler } from './get-crawler.ts';
import { getCrawlerErrors } from './get-crawler-errors.ts';
import { getScan } from './get-scan.ts';
import { listCrawledDatasets } from './list-crawled-datasets.ts';
import { listCrawlers } from './list-crawlers.ts';
import { removeCrawlerSharings } from './queries.ts';
import { replaceCrawler } from './replace-crawler.ts';
import { runCrawler } from './run-crawler.ts';
import { scanConnection } from './scan-connection.ts';
import { entityErrors } from './json.ts';
import { endCrawls } from './timers.ts';

export { CrawlBundle, type BuiltBundle } from './crawl-bundle.ts';
export { admitCrawl, crawlParameters } from './crawl-token.ts';
export { takePortion } from './take-portion.ts';

/** The endpoints of crawlers and scans, and the timer that ends their runs. */
export const crawlers: Feature = {
  surface: entityErrors,
  endpoints: [
    listCrawlers,
    createCrawler,
    getCrawler,
    replaceCrawler,
    changeCrawler,
    deleteCrawler,
    runCrawler,
    endCrawlerRun,
    getCrawlerErrors,
    listCrawledDatasets,
    scanConnection,
    getScan,
  ],
  timers: [endCrawls],
  subscriptions: [
    subscribe(connectionLeaving, (tx, { connection }) => removeCrawlerSharings(tx, sql`c.id = ${connection}`)),
    subscribe(connectionDeleting, (tx, { connection }) => removeCrawlerSharings(tx, sql`c.id = ${connection}`)),
    subscribe(workspacesDeleting, (tx, { workspaces }) =>
      removeCrawlerSharings(tx, sql`c.workspace_id = any (${[...workspaces]}::uuid[])`),
    ),
  ],
};
