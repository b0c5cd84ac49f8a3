import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { errorOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { OWNER, READER, WRITER } from '../catalog-connections/scene.fixture.ts';
import { crawlScene, observed, samples, tables } from './crawl-scene.fixture.ts';

const TABLES = ['crawler', 'crawler_sharing', 'crawl_run', 'crawled_dataset', 'task_execution', 'sharing', 'blob'];
const CRAWLERS = '/connections/crawlers';
const CRAWLER = `${CRAWLERS}/{crawlerId}`;
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;
const scene = await crawlScene(server);

test('a crawler is created, read, replaced and changed', async () => {
  const { id: user } = await make.user();
  const sharings = [
    { scimType: 'user', scimId: user, level: 'READER' },
    { scimType: 'USER', scimId: user, level: 'WRITER' },
  ];
  const { crawlerId, connectionId } = await scene.makeCrawler({
    name: ' Finance ',
    description: 'nightly',
    selectedDatasets: ['a', 'b', 'a'],
    sharings,
  });
  const read = await scene.read(crawlerId);
  assert.deepEqual(
    { ...read, createdAt: '', createdBy: '' },
    {
      id: crawlerId,
      connectionId,
      name: 'Finance',
      description: 'nightly',
      sharings: [{ scimType: 'USER', scimId: user, level: 'WRITER' }],
      status: {
        runStatus: 'NotStarted',
        nbDatasetsToCrawl: 0,
        nbDatasetsFinished: 0,
        nbDatasetsCreated: 0,
        nbDatasetsFailed: 0,
        nbSamplesFailed: 0,
      },
      createdAt: '',
      createdBy: '',
      crawledDatasets: ['a', 'b'],
    },
  );
  const path = { crawlerId };
  const replaced = await call(`PUT ${CRAWLER}`, { path, body: { name: 'Other', selectedDatasets: ['c'] } });
  assert.deepEqual([replaced.status, replaced.body], [200, crawlerId]);
  const changed = await call(`PATCH ${CRAWLER}`, { path, body: { description: 'weekly' } });
  assert.deepEqual([changed.status, changed.body], [200, crawlerId]);
  const { name, description, crawledDatasets, updatedBy } = await scene.read(crawlerId);
  assert.deepEqual(
    { name, description, crawledDatasets, updatedBy },
    { name: 'Other', description: 'weekly', crawledDatasets: ['c'], updatedBy: read.createdBy },
  );
  await call(`PUT ${CRAWLER}`, { path, body: { name: 'Same' } });
  assert.deepEqual((await scene.read(crawlerId)).crawledDatasets, ['c']);
  await call(`PUT ${CRAWLER}`, { path, body: { name: 'All', selectedDatasets: [] } });
  assert.deepEqual((await scene.read(crawlerId)).crawledDatasets, []);
});

test('crawlers.create.jdbc', async () => {
  const connectionId = await scene.makeConnection({ type: 'http', properties: {} });
  await leavesNothing(server, `POST ${CRAWLERS}`, { body: { connectionId, name: 'x' } }, 400, 'connection_not_jdbc', ...TABLES);
  await leavesNothing(server, 'POST /connections/scan/{connectionId}', { path: { connectionId } }, 400, 'connection_not_jdbc', ...TABLES);
});

test('crawlers.create.one', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  const body = { connectionId, name: 'second' };
  const { body: refused } = await leavesNothing(server, `POST ${CRAWLERS}`, { body }, 409, 'crawler_exists', ...TABLES);
  assert.deepEqual([refused.connectionId, refused.i18nMsg], [connectionId, refused.message]);
  assert.equal((await call(`DELETE ${CRAWLER}`, { path: { crawlerId } })).status, 204);
  assert.equal((await call(`POST ${CRAWLERS}`, { body })).status, 201);
});

test('crawlers.errors.body', async () => {
  const crawlerId = crypto.randomUUID();
  const { body } = await call(`GET ${CRAWLER}`, { path: { crawlerId } });
  const { timestamp, ...unknownCrawler } = body;
  assert.ok(Math.abs(Date.now() - timestamp) < 3_600_000, String(timestamp));
  assert.deepEqual(unknownCrawler, {
    status: 404,
    error: 'Not Found',
    exception: 'not_found',
    message: `Crawler '${crawlerId}' was not found.`,
    path: `/connections/crawlers/${crawlerId}`,
    cause: 'not_found',
    entityId: crawlerId,
    entityType: 'Crawler',
    i18nMsg: `Crawler '${crawlerId}' was not found.`,
  });
  const connectionId = await scene.makeConnection();
  const noScan = await call('GET /connections/scan/{connectionId}', { path: { connectionId } });
  assert.deepEqual([noScan.status, noScan.body.entityType, noScan.body.entityId], [404, 'ConnectionScan', connectionId]);
  for (const [scimType, entityType] of [
    ['USER', 'User'],
    ['GROUP', 'Group'],
  ]) {
    const sharings = [{ scimType, scimId: crawlerId, level: 'READER' }];
    const { body: unknown } = await leavesNothing(
      server,
      `POST ${CRAWLERS}`,
      { body: { connectionId, name: 'x', sharings } },
      404,
      'not_found',
      ...TABLES,
    );
    assert.equal(unknown.entityType, entityType);
  }
  const unsigned = (await call(`GET ${CRAWLER}`, { token: undefined, path: { crawlerId } })).body;
  assert.deepEqual([errorOf(unsigned).code, unsigned.status, unsigned.error], ['not_signed_in', 401, 'Unauthorized']);
  const malformed = (await call(`GET ${CRAWLER}`, { path: { crawlerId: 'x' } })).body;
  assert.deepEqual([malformed.status, malformed.error, malformed.path], [400, 'Bad Request', '/connections/crawlers/x']);
});

test('crawlers.access.level', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  const path = { crawlerId };
  const { token: stranger } = await make.user({ permissions: PERMISSIONS });
  assertRefused(await call(`GET ${CRAWLER}`, { token: stranger, path }), 404, 'not_found');
  assert.deepEqual((await call(`GET ${CRAWLERS}`, { token: stranger })).body.data, []);
  assertRefused(await call(`POST ${CRAWLERS}`, { token: stranger, body: { connectionId, name: 'x' } }), 404, 'not_found');
  const seesConnection = await scene.person('connection', connectionId, READER);
  assertRefused(await call(`POST ${CRAWLERS}`, { token: seesConnection, body: { connectionId, name: 'x' } }), 403, 'level_missing');
  for (const method of ['GET', 'POST'])
    assertRefused(
      await call(`${method} /connections/scan/{connectionId}`, { token: seesConnection, path: { connectionId } }),
      403,
      'level_missing',
    );

  const reader = await scene.person('crawler', crawlerId, READER);
  for (const route of [`GET ${CRAWLER}`, `GET ${CRAWLER}/datasets`, `GET ${CRAWLER}/errors.log`])
    assert.equal((await call(route, { token: reader, path })).status, 200, route);
  for (const [route, body] of [
    [`PUT ${CRAWLER}`, { name: 'x' }],
    [`PATCH ${CRAWLER}`, { name: 'x' }],
    [`POST ${CRAWLER}/run`],
    [`POST ${CRAWLER}/end`],
    [`DELETE ${CRAWLER}`],
  ] as const)
    await leavesNothing(server, route, { token: reader, path, ...(body && { body }) }, 403, 'level_missing', ...TABLES);
  const writer = await scene.person('crawler', crawlerId, WRITER);
  assert.equal((await call(`PATCH ${CRAWLER}`, { token: writer, path, body: { name: 'renamed' } })).status, 200);
  assertRefused(await call(`DELETE ${CRAWLER}`, { token: writer, path }), 403, 'level_missing');
  const owner = await scene.person('crawler', crawlerId, OWNER);
  assert.equal((await call(`DELETE ${CRAWLER}`, { token: owner, path })).status, 204);
});

test('crawlers.list.deleted', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  await scene.crawl(crawlerId, tables('public.a'), observed(), samples('public.a'));
  await call(`DELETE ${CRAWLER}`, { path: { crawlerId } });
  const ids = async (query: object) =>
    (await call(`GET ${CRAWLERS}`, { query: { connectionId, ...query } })).body.data.map((one: { id: string }) => one.id);
  assert.deepEqual(await ids({}), []);
  assert.deepEqual(await ids({ includeDeleted: false }), []);
  assert.deepEqual(await ids({ includeDeleted: true }), [crawlerId]);
  assertRefused(await call(`GET ${CRAWLER}`, { path: { crawlerId } }), 404, 'not_found');
  const { deletedAt, deletedBy, createdBy } = await scene.read(crawlerId);
  assert.ok(deletedAt);
  assert.equal(deletedBy, createdBy);
  assertRefused(await call(`POST ${CRAWLER}/run`, { path: { crawlerId } }), 404, 'not_found');
});

test('crawlers.delete.record', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  await call(`DELETE ${CRAWLER}`, { path: { crawlerId } });
  assertRefused(await call(`GET ${CRAWLER}`, { path: { crawlerId }, query: { includeDeleted: true } }), 404, 'not_found');
  const again = await scene.makeCrawler({ connectionId });
  await scene.crawl(again.crawlerId, tables('public.a'), observed(), samples('public.a'));
  const [dataset] = (await scene.datasets(connectionId)).values();
  await call('DELETE /datasets/{datasetId}', { path: { datasetId: dataset?.id ?? '' } });
  await call(`DELETE ${CRAWLER}`, { path: { crawlerId: again.crawlerId } });
  assertRefused(await call(`GET ${CRAWLER}`, { path: { crawlerId: again.crawlerId }, query: { includeDeleted: true } }), 404, 'not_found');
});

test('crawlers.list.paging', async () => {
  const { connectionId, crawlerId } = await scene.makeCrawler();
  const { status, body } = await call(`GET ${CRAWLERS}`, { query: { connectionId, limit: 0, offset: 7 } });
  assert.equal(status, 200);
  assert.deepEqual([body.offset, body.limit, body.total, body.data.length, body.data[0].id], [0, 0, 1, 1, crawlerId]);
});

test('crawlers.version.optional', async () => {
  const { crawlerId } = await scene.makeCrawler();
  for (const query of [{ serviceVersion: '2021-03' }, { talendVersion: '2021-03' }])
    for (const headers of [{ 'service-version': '2021-03' }, { 'talend-version': 'any' }])
      assert.equal((await call(`GET ${CRAWLER}`, { path: { crawlerId }, query, headers })).status, 200);
});
