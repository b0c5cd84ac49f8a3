// run: own server because it sets MILLRACE_SAMPLE_ROWS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { changesRows, errorOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { crawlScene, observed, tables } from './crawl-scene.fixture.ts';

const SCAN = '/connections/scan/{connectionId}';
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_SAMPLE_ROWS: '77' });
const { call, make, platform } = server;
const scene = await crawlScene(server);

test('crawlers.scan.reason', async () => {
  const connectionId = await scene.makeConnection();
  const path = { connectionId };
  const read = () => call(`GET ${SCAN}`, { path });
  const start = async () => {
    assert.equal((await call(`POST ${SCAN}`, { path })).status, 204);
    return scene.claim();
  };
  assertRefused(await read(), 404, 'not_found');
  const first = await start();
  assertRefused(await read(), 404, 'not_found');
  await first.finish({ outcome: 'EXECUTION_FAILED', errorMessage: 'no route to host' });
  const refused = await read();
  assertRefused(refused, 404, 'scan_failed');
  assert.match(errorOf(refused.body).message, /The last scan of the connection failed: no route to host/);
  assert.deepEqual([refused.body.entityType, refused.body.entityId], ['ConnectionScan', connectionId]);

  const second = await start();
  await second.portions(tables('a'), observed());
  await second.finish();
  const { lastRun } = (await read()).body;
  assert.deepEqual([lastRun.runStatus, lastRun.failure, lastRun.executionId], ['Finished', undefined, second.executionId]);
  assert.ok(lastRun.runStartedAt <= lastRun.runFinishedAt);

  const third = await start();
  assert.equal((await read()).body.lastRun.runStatus, 'RetrievingProperties');
  await third.finish({ outcome: 'EXECUTION_FAILED', errorMessage: 'no route to host' });
  const { body } = await read();
  assert.deepEqual(
    [body.results.length, body.lastRun.runStatus, body.lastRun.failure],
    [1, 'PropertiesRetrievalFailed', 'no route to host'],
  );
});

test('crawlers.run.driver', async () => {
  const properties = (driverResource: string) => ({
    properties: { jdbcUrl: 'jdbc:h2:tcp://warehouse.example.com/finance', username: 'loader', driverResource },
  });
  const jar = await make.resource({ workspace: scene.workspace.id, name: 'driver.jar' });
  const connectionId = await scene.makeConnection(properties(jar.id.toUpperCase()));
  assert.equal((await call(`POST ${SCAN}`, { path: { connectionId } })).status, 204);
  const { claimed, finish } = await scene.claim();
  assert.deepEqual(claimed.resources, [{ variable: 'MILLRACE_CRAWL_DRIVER', name: 'driver.jar', file: true, hash: jar.hash, size: 1 }]);
  await finish();
  // A resource of another workspace, and one that does not exist, are not used as drivers: no engine gets the secrets of the connection.
  for (const id of [(await make.resource()).id, 'driver.jar']) {
    const other = await scene.makeConnection(properties(id));
    const { crawlerId } = await scene.makeCrawler({ connectionId: other });
    assert.equal((await call('POST /connections/crawlers/{crawlerId}/run', { path: { crawlerId } })).status, 202);
    await scene.settle();
    const { runStatus, failure } = await scene.status(crawlerId);
    assert.equal(runStatus, 'PropertiesRetrievalFailed');
    assert.match(failure ?? '', /The property 'driverResource' of the connection .* names no resource of its workspace/);
  }
});

test('MILLRACE_SAMPLE_ROWS says how many rows of each table are read; a scan reads none', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  const crawl = await scene.run(crawlerId);
  assert.equal(crawl.claimed.parameters['MILLRACE_CRAWL_SAMPLE_ROWS'], '77');
  await crawl.finish();
  assert.equal((await call(`POST ${SCAN}`, { path: { connectionId } })).status, 204);
  const scan = await scene.claim();
  assert.equal(scan.claimed.parameters['MILLRACE_CRAWL_SAMPLE_ROWS'], '0');
  await scan.finish();
});

test('sharing.entities.deleted: crawlers whose connection is deleted', async () => {
  const removed = { crawler: -1, sharing: -3, ended_sharing: -1 };
  const makeShared = async (workspaceId: string) => {
    const connectionId = await scene.makeConnection({ workspaceId });
    const { crawlerId } = await scene.makeCrawler({ connectionId });
    const [stays, goes] = [await make.user({ permissions: ['SVC_OPERATOR'] }), await make.user({ permissions: ['SVC_OPERATOR'] })];
    await scene.share('crawler', crawlerId, stays.id, 1);
    await platform.db.writer.rows(sql`
      insert into ended_sharing (id, user_id, entity_type, entity_id, level, shared_by, shared_at, ended_by)
      values (gen_random_uuid(), ${goes.id}, 'crawler', ${crawlerId}, 1, ${stays.id}, now(), ${stays.id})`);
    return connectionId;
  };
  const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    assert.ok(status < 300, JSON.stringify(body));
  };
  // The sharings of the owner of the connection and of the crawler, and of the reader.
  const inCatalogue = await makeShared(scene.workspace.id);
  await changesRows(server, { catalog_connection: -1, ...removed }, () =>
    ok(call('DELETE /connections/{connectionId}', { path: { connectionId: inCatalogue } })),
  );
  const inWorkspace = await makeShared(scene.workspace.id);
  await changesRows(server, { connection: -1, ...removed }, () =>
    ok(call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId: inWorkspace } })),
  );
  const workspace = await make.workspace();
  await makeShared(workspace.id);
  await changesRows(server, { workspace: -1, ...removed }, () =>
    ok(call('DELETE /orchestration/workspaces/{id}', { path: { id: workspace.id } })),
  );
});

const ENDED = 'its execution has ended, and no timer has seen it';
const STOPPED = 'its execution is stopped';
test('crawlers.run.closing', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  const path = { connectionId };
  const launch = () => call(`POST ${SCAN}`, { path });
  const scanOf = async () => (await call(`GET ${SCAN}`, { path })).body;
  const endings: Record<string, (scan: Awaited<ReturnType<typeof scene.claim>>) => Promise<unknown>> = {
    'its listing has ended': (scan) => scan.portions(tables('a'), observed()),
    [ENDED]: (scan) => scene.engine.finish(scan.claimed, { outcome: 'EXECUTION_FAILED' }),
    [STOPPED]: ({ executionId }) => call('DELETE /processing/executions/{executionId}', { path: { executionId } }),
  };
  for (const [how, close] of Object.entries(endings)) {
    assert.equal((await launch()).status, 204);
    const former = await scene.claim();
    await changesRows(server, { live_execution: 0, task_execution: 0 }, async () => assert.equal((await launch()).status, 204));
    await close(former);
    await changesRows(server, { task_execution: 1 }, () => Promise.all([launch(), launch()]));
    assert.equal((await scanOf()).lastRun.runStatus, 'RetrievingProperties', 'the next scan waits for the end of the former execution');
    if (how !== ENDED) await former.finish({ outcome: how === STOPPED ? 'EXECUTION_TERMINATED' : 'EXECUTION_SUCCESS' });
    const next = await scene.claim();
    assert.notEqual(next.executionId, former.executionId, how);
    await next.portions(tables('a', 'b'), observed());
    await next.finish();
    const { results, lastRun } = await scanOf();
    assert.deepEqual([results.length, lastRun.executionId, lastRun.runStatus], [2, next.executionId, 'Finished'], how);
  }

  const crawl = await scene.run(crawlerId);
  await scene.engine.finish(crawl.claimed, { outcome: 'EXECUTION_FAILED', errorMessage: 'no route to host' });
  const again = await scene.run(crawlerId);
  assert.notEqual(again.executionId, crawl.executionId, 'a run of a crawler is not lost, either');
  await again.finish();
});
