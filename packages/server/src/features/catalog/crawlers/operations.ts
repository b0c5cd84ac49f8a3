import { Readable } from 'node:stream';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { lockLive, requestEnd, stopsIn, topicsToWake } from '../../processing/task-executions/index.ts';
import { lockEligibles, removeSharings, shareNewEntity } from '../../sharing/sharing/index.ts';
import { findCatalogConnection, lockCatalogConnection } from '../catalog-connections/index.ts';
import { errorLines } from './error-log.ts';
import { toCrawledDatasetJson, toCrawlerJson, toScanJson } from './json.ts';
import {
  findCrawler,
  hasCrawler,
  insertCrawler,
  insertCrawlerSharings,
  lockCrawler,
  removeCrawler,
  requireCrawlRight,
  selectCrawlers,
  updateCrawler,
} from './rows.ts';
import {
  requireCompletedScan,
  secondCrawlerFault,
  givenLevels,
  requireJdbcConnection,
  requireKnownGrantees,
  requireNotRunning,
  selectionOf,
} from './rules.ts';
import { findSite, findRunUnderWay, requestCrawlEnd } from './run-rows.ts';
import { startUnlessUnderWay } from './starts.ts';
import { findScan, selectCrawledDatasets } from './table-rows.ts';

/** Lists the crawlers that the caller can reach, without pages. */
export const listCrawlers = endpoint('GET /connections/crawlers', {
  allow: 'signed-in',

  async run({ actor, tx, query }) {
    const ofConnection = query.connectionId === undefined ? sql`true` : sql`k.connection_id = ${query.connectionId}`;
    const rows = await selectCrawlers(tx, actor, query.includeDeleted ?? false, ofConnection);
    return { status: 200, body: { data: rows.map(toCrawlerJson), offset: 0, limit: 0, total: rows.length } };
  },
});

/**
 * Creates the crawler of a connection. The connection is locked, so that two calls at once do not create two.
 * @rule crawlers.create.one
 */
export const createCrawler = endpoint('POST /connections/crawlers', {
  allow: 'signed-in',

  async run({ actor, tx, body }) {
    const connection = await lockCatalogConnection(tx, actor, body.connectionId, 'CONNECTION_UPDATE');
    await requireCrawlRight(tx, actor, connection.id);
    const given = givenLevels(body.sharings ?? []);
    const [users, groups] = [given.flatMap(({ user }) => user ?? []), given.flatMap(({ group }) => group ?? [])];
    const eligible = await lockEligibles(tx, actor, users, groups, 'dataset');

    requireJdbcConnection((await findSite(tx, connection.id)).type_id);
    requireKnownGrantees(given, eligible);
    if (await hasCrawler(tx, connection.id)) throw secondCrawlerFault(connection.id);

    const id = newId();
    const { description = null, selectedDatasets } = body;
    const selection = selectionOf(selectedDatasets);
    await insertCrawler(tx, actor, { id, connection: connection.id, name: body.name.trim(), description, selection });
    await insertCrawlerSharings(tx, id, given);
    await shareNewEntity(tx, { tenant: actor.tenant, type: 'crawler', id, owner: actor.id });
    return { status: 201, body: { id } };
  },
});

/** Reads a crawler with the status of its last run. */
export const getCrawler = endpoint('GET /connections/crawlers/{crawlerId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, query }) {
    return { status: 200, body: toCrawlerJson(await findCrawler(tx, actor, path.crawlerId, query.includeDeleted)) };
  },
});

/** Replaces name and description of a crawler, and its selection if the body has one. */
export const replaceCrawler = endpoint('PUT /connections/crawlers/{crawlerId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const { id } = await lockCrawler(tx, actor, path.crawlerId, 'CRAWLING_UPDATE');

    requireNotRunning(id, await findRunUnderWay(tx, { crawler: id }));

    const { description = null, selectedDatasets } = body;
    const selection = selectedDatasets && selectionOf(selectedDatasets);
    await updateCrawler(tx, id, actor.id, { name: body.name.trim(), description, selection });
    return { status: 200, body: id };
  },
});

/** Changes name and description of a crawler. */
export const changeCrawler = endpoint('PATCH /connections/crawlers/{crawlerId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const { id } = await lockCrawler(tx, actor, path.crawlerId, 'CRAWLING_UPDATE');

    requireNotRunning(id, await findRunUnderWay(tx, { crawler: id }));

    await updateCrawler(tx, id, actor.id, { name: body.name?.trim(), description: body.description });
    return { status: 200, body: id };
  },
});

/** Deletes a crawler. Its datasets stay. */
export const deleteCrawler = endpoint('DELETE /connections/crawlers/{crawlerId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id } = await lockCrawler(tx, actor, path.crawlerId, 'CRAWLING_DELETE');

    requireNotRunning(id, await findRunUnderWay(tx, { crawler: id }));

    if (await removeCrawler(tx, id, actor.id)) await removeSharings(tx, 'crawler', [id]);
    return { status: 204 };
  },
});

/** Starts a run of a crawler, unless one is under way. The operation opens its own transactions, because it stores a file first. */
export const runCrawler = endpoint('POST /connections/crawlers/{crawlerId}/run', {
  allow: 'signed-in',
  transaction: 'none',

  async run(call) {
    const wake = await startUnlessUnderWay(call, 202, async (tx) => {
      const crawler = await lockCrawler(tx, call.actor, call.path.crawlerId, 'CRAWLING_UPDATE');
      await requireCrawlRight(tx, call.actor, crawler.connection_id);
      return { connection: crawler.connection_id, crawler };
    });
    return { status: 202, wake };
  },
});

/**
 * Ends the run of a crawler: its execution ends as any other does, and the datasets that the run has written stay. Without a run there is nothing to do.
 * @rule crawlers.end.keep
 */
export const endCrawlerRun = endpoint('POST /connections/crawlers/{crawlerId}/end', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const crawler = await lockCrawler(tx, actor, path.crawlerId, 'CRAWLING_UPDATE');
    const run = await findRunUnderWay(tx, { crawler: crawler.id });
    if (!run) return { status: 202 };

    await requestCrawlEnd(tx, run.execution_id);
    await lockLive(tx, [run.execution_id]);
    const ended = await requestEnd(tx, actor, [run.execution_id]);
    const { environment_id: environment } = await findSite(tx, crawler.connection_id);
    return { status: 202, wake: [environment, stopsIn(environment), ...topicsToWake(ended)] };
  },
});

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

/** Starts a scan of a connection, unless one is listing its tables. The operation opens its own transactions, because it stores a file first. */
export const scanConnection = endpoint('POST /connections/scan/{connectionId}', {
  allow: 'signed-in',
  transaction: 'none',

  async run(call) {
    const wake = await startUnlessUnderWay(call, 204, async (tx) => {
      const { id } = await lockCatalogConnection(tx, call.actor, call.path.connectionId, 'CONNECTION_UPDATE');
      await requireCrawlRight(tx, call.actor, id);
      requireJdbcConnection((await findSite(tx, id)).type_id);
      return { connection: id };
    });
    return { status: 204, wake };
  },
});

/** Reads the tables that the last scan of a connection has listed. Only a caller that may change the connection sees their names. */
export const getScan = endpoint('GET /connections/scan/{connectionId}', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const { id } = await findCatalogConnection(tx, actor, path.connectionId, 'CONNECTION_UPDATE');
    const scan = await findScan(tx, id);

    const completed = requireCompletedScan(id, scan);

    return { status: 200, body: toScanJson(id, completed, scan) };
  },
});
