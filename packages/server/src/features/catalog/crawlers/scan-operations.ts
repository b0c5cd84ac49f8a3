import { endpoint } from '../../../core/http/endpoint.ts';
import { lockForCheck } from '../../orchestration/connections/index.ts';
import { recordChange } from '../../security/audit-log/index.ts';
import { findCatalogConnection, lockCatalogConnection } from '../catalog-connections/index.ts';
import { withCrawlBundle } from './crawl-bundle.ts';
import { toScanJson } from './json.ts';
import { requireCrawlRight } from './rows.ts';
import { completedScan, requireJdbcConnection } from './rules.ts';
import { endClosingRun } from './run-ends.ts';
import { findSite } from './run-rows.ts';
import { startCrawl } from './starts.ts';
import { findScan } from './table-rows.ts';

/** Starts a scan of a connection, unless one is listing its tables. The operation opens its own transactions, because it stores a file first. */
export const scanConnection = endpoint('POST /connections/scan/{connectionId}', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ actor, db, blobs, processState, path, changeFacts, identity: { hasSingleUser } }) {
    await db.transaction(async (tx) => {
      const { id } = await lockCatalogConnection(tx, actor, path.connectionId, 'CONNECTION_UPDATE');
      await requireCrawlRight(tx, actor, id);
      requireJdbcConnection((await findSite(tx, id)).type_id);
    });
    const isSingle = await hasSingleUser();
    const environment = await withCrawlBundle({ db, blobs, processState }, async (tx, hash) => {
      await lockForCheck(tx, path.connectionId);
      const { id } = await lockCatalogConnection(tx, actor, path.connectionId, 'CONNECTION_UPDATE');
      await requireCrawlRight(tx, actor, id);
      await recordChange(tx, changeFacts({ status: 204 }));
      const isUnderWay = await endClosingRun(tx, { connection: id });
      if (isUnderWay) return undefined;
      return startCrawl(tx, actor, { connection: id, sampleRows: 0, hasSingleUser: isSingle }, hash);
    });
    return { status: 204, wake: environment === undefined ? [] : [environment] };
  },
});

/** Reads the tables that the last scan of a connection has listed. Only a caller that may change the connection sees their names. */
export const getScan = endpoint('GET /connections/scan/{connectionId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const { id } = await findCatalogConnection(tx, actor, path.connectionId, 'CONNECTION_UPDATE');
    const scan = await findScan(tx, id);

    const completed = completedScan(id, scan);

    return { status: 200, body: toScanJson(id, completed, scan) };
  },
});
