/** Crawlers: they turn the tables of connections into datasets. Scans list the tables. */
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { connectionDeleting } from '../../orchestration/connections/index.ts';
import { workspacesDeleting } from '../../orchestration/environments/index.ts';
import { connectionLeaving } from '../catalog-connections/index.ts';
import * as operations from './operations.ts';
import { removeCrawlerSharings } from './rows.ts';
import { entityErrors } from './json.ts';
import { endCrawls } from './run-ends.ts';

export { CrawlBundle, admitCrawl, crawlParameters } from './crawl-bundle.ts';
export { takePortion } from './portions.ts';

/** The endpoints of crawlers and scans, and the timer that ends their runs. */
export const crawlers: Feature = {
  surface: entityErrors,
  endpoints: Object.values(operations),
  timers: [endCrawls],
  subscriptions: [
    subscribe(connectionLeaving, (tx, { connection }) => removeCrawlerSharings(tx, sql`c.id = ${connection}`)),
    subscribe(connectionDeleting, (tx, { connection }) => removeCrawlerSharings(tx, sql`c.id = ${connection}`)),
    subscribe(workspacesDeleting, (tx, { workspaces }) =>
      removeCrawlerSharings(tx, sql`c.workspace_id = any (${[...workspaces]}::uuid[])`),
    ),
  ],
};
