import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { crawlScene, observed, samples, tables, unchanged, unreadable } from './crawl-scene.fixture.ts';

const PORTIONS = 'POST /engine/v1/crawls/{executionId}/portions';
const SCAN = '/connections/scan/{connectionId}';
const TABLES = ['crawl_run', 'crawled_dataset', 'dataset', 'connection_scan'];
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform, url } = server;
const scene = await crawlScene(server);

test('crawlers.portions.token', async () => {
  const { crawlerId } = await scene.makeCrawler();
  const crawl = await scene.run(crawlerId);
  const other = await scene.run((await scene.makeCrawler()).crawlerId);
  const portion = { number: 1, ...tables('public.a') };
  const path = { executionId: crawl.executionId };
  for (const token of [undefined, other.token, scene.engine.credential, await make.administratorToken(), 'mrx_', `${crawl.token}x`])
    await leavesNothing(server, PORTIONS, { token, path, body: portion }, 401, 'not_signed_in', ...TABLES);
  for (const executionId of [other.executionId, crypto.randomUUID(), 'x'])
    assertRefused(await call(PORTIONS, { token: crawl.token, path: { executionId }, body: portion }), 401, 'not_signed_in');
  const stored = await platform.db.reader.only<{ row: string }>(sql`
    select x::text || l::text as row
    from task_execution x
    join live_execution l on l.execution_id = x.id
    where x.id = ${crawl.executionId}`);
  assert.ok(crawl.token && !stored.row.includes(crawl.token));
  // Another engine holds the execution by now.
  await platform.db.writer.rows(sql`update live_execution set fence = fence + 1 where execution_id = ${crawl.executionId}`);
  assertRefused(await crawl.send(portion), 401, 'not_signed_in');
  await platform.db.writer.rows(sql`update live_execution set fence = fence - 1 where execution_id = ${crawl.executionId}`);
  await crawl.portions(tables('public.a'));
  await crawl.finish();
  assertRefused(await crawl.send({ number: 2, ...observed() }), 401, 'not_signed_in');
  await other.finish();
});

test('a caller without a token is refused before the body is read', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(6000)) }, { highWaterMark: 0 });
  const answer = await fetch(`${url}/engine/v1/crawls/${crypto.randomUUID()}/portions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: endless,
    duplex: 'half',
    signal: AbortSignal.timeout(30_000),
  } as RequestInit);
  assert.equal(answer.status, 401);
});

test('crawlers.portions.order', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  await scene.crawl(crawlerId, tables('public.a'), observed(), samples('public.a'));
  const crawl = await scene.run(crawlerId);
  const send = async (number: number, content: object, status: number, code: string) => {
    const before = await server.count(...TABLES);
    assertRefused(await crawl.send({ number, ...content }), status, code);
    assert.deepEqual(await server.count(...TABLES), before);
  };
  await send(2, tables('public.a'), 409, 'portion_missing');
  for (const early of [samples('public.a'), unchanged('public.a')]) await send(1, early, 409, 'portion_out_of_order');
  const first = await crawl.send({ number: 1, ...tables('public.a', 'public.b') });
  assert.deepEqual(first.body.known, [{ technicalName: 'public.a', fingerprint: 'f1' }]);
  // The answer was lost.
  assert.deepEqual((await crawl.send({ number: 1, ...tables('public.a', 'public.b') })).body, first.body);
  assert.equal((await crawl.send({ number: 2, ...observed() })).status, 200);
  assert.equal((await crawl.send({ number: 2, ...observed() })).status, 200);
  await send(3, tables('public.c'), 409, 'portion_out_of_order');
  await send(3, observed(), 409, 'portion_out_of_order');
  const [answer, secondAnswer] = await Promise.all(
    [1, 2].map(() => crawl.send({ number: 3, ...samples('public.a', 'public.b', 'public.unlisted') })),
  );
  assert.deepEqual([answer?.status, secondAnswer?.status], [200, 200]);
  await crawl.send({ number: 4, ...samples('public.b') });
  await crawl.finish();
  assert.deepEqual(await scene.runStates(crawlerId), ['Finished', 2, 2, 1, 0, 0]);
  assert.equal((await scene.datasets(connectionId)).size, 2);
});

test('a portion that does not fit is refused and changes nothing', async () => {
  const { crawlerId } = await scene.makeCrawler();
  const crawl = await scene.run(crawlerId);
  const [table] = (tables('public.a') as { tables: object[] }).tables;
  for (const body of [
    {},
    { number: 1, kind: 'other' },
    { number: 0, ...observed() },
    { number: 1, ...observed(), tables: [] },
    { number: 1, kind: 'tables', tables: [{ ...table, technicalName: '' }] },
    { number: 1, kind: 'tables', tables: [{ ...table, kind: 'SEQUENCE' }] },
    { number: 1, kind: 'tables', tables: Array.from({ length: 501 }, () => table) },
    { number: 1, kind: 'samples', samples: [{ technicalName: 'a', columns: ['a'], rows: [[1]] }] },
  ])
    await leavesNothing(
      server,
      PORTIONS,
      { token: crawl.token, path: { executionId: crawl.executionId }, body },
      400,
      'malformed_request',
      ...TABLES,
    );
  const large = JSON.stringify({
    number: 1,
    kind: 'samples',
    samples: [{ technicalName: 'a', columns: ['a'], rows: [['x'.repeat(8_400_000)]] }],
  });
  const { status } = await call(PORTIONS, {
    token: crawl.token,
    path: { executionId: crawl.executionId },
    text: large,
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(status, 413);
  await crawl.finish();
});

test('tables outside of the selection or the run are ignored', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler({ selectedDatasets: ['public.a'] });
  const status = await scene.crawl(
    crawlerId,
    tables('public.a', 'public.b'),
    unreadable('public.c'),
    observed(),
    samples('public.a', 'public.b'),
    unreadable('public.c'),
    unchanged('public.b'),
  );
  assert.deepEqual([status.nbDatasetsToCrawl, status.nbDatasetsFinished, status.nbDatasetsFailed], [1, 1, 0]);
  assert.deepEqual([...(await scene.datasets(connectionId)).keys()], ['public.a']);
});

test('a dataset that is deleted while its crawl runs comes back with its rows, and fails if they were not read', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  await scene.crawl(crawlerId, tables('public.a', 'public.b'), observed(), samples('public.a', 'public.b'));
  const crawl = await scene.run(crawlerId);
  await crawl.portions(tables('public.a', 'public.b'), observed());
  for (const { id = '' } of (await scene.datasets(connectionId)).values())
    await call('DELETE /datasets/{datasetId}', { path: { datasetId: id } });
  await crawl.portions(samples('public.a'), unchanged('public.b'));
  await crawl.finish();
  assert.deepEqual([...(await scene.datasets(connectionId)).keys()], ['public.a']);
  assert.match(await scene.errors(crawlerId), /public\.b: The dataset was deleted while the crawl ran/);
});

test('a connection that leaves the catalogue ends its crawl', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  const crawl = await scene.run(crawlerId);
  await crawl.portions(tables('public.a'));
  assert.equal((await call('DELETE /connections/{connectionId}', { path: { connectionId } })).status, 200);
  assertRefused(await crawl.send({ number: 2, ...observed() }), 401, 'not_signed_in');
  assertRefused(await call('GET /connections/crawlers/{crawlerId}', { path: { crawlerId } }), 404, 'not_found');
  await crawl.finish();
});

test('crawlers.scan.complete', async () => {
  const connectionId = await scene.makeConnection();
  const path = { connectionId };
  const start = async () => {
    assert.equal((await call(`POST ${SCAN}`, { path })).status, 204);
    return scene.claim();
  };
  const names = async () => (await call(`GET ${SCAN}`, { path })).body.results?.map((one: { technicalName: string }) => one.technicalName);
  const scan = await start();
  assert.equal((await call(`POST ${SCAN}`, { path })).status, 204, 'while one is under way');
  const { claimed } = scan;
  assert.deepEqual(
    [claimed.taskId, claimed.parameters['MILLRACE_CRAWL_MODE'], claimed.parameters['MILLRACE_CRAWL_SAMPLE_ROWS']],
    [connectionId, 'scan', '0'],
  );
  assert.match(claimed.taskName, /^Scan of connection /);
  assert.deepEqual((await scan.portions(tables('b', 'a'), unreadable('c'), tables('a', 'd'))).known, []);
  assertRefused(await call(`GET ${SCAN}`, { path }), 404, 'not_found');
  await scan.portions(observed());
  await scan.finish();
  const { lastRun: _lastRun, ...body } = (await call(`GET ${SCAN}`, { path })).body;
  assert.deepEqual(
    { ...body, lastScan: '' },
    {
      id: connectionId,
      lastScan: '',
      results: ['a', 'b', 'd'].map((name) => ({ displayName: name, technicalName: name, metadata: { type: 'TABLE' } })),
    },
  );
  for (const contents of [[tables('x'), observed(false)], [tables('x')]]) {
    const broken = await start();
    await broken.portions(...contents);
    await broken.finish({ outcome: 'EXECUTION_FAILED' });
    assert.deepEqual(await names(), ['a', 'b', 'd']);
  }
  const empty = await start();
  await empty.portions(observed());
  await empty.finish();
  assert.deepEqual(await names(), []);
  assert.equal((await scene.datasets(connectionId)).size, 0);
});
