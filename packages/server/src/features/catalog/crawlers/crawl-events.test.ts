import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchEvents } from '../../../../test/support/events.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { crawlScene, observed, samples, tables } from './crawl-scene.fixture.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const scene = await crawlScene(server);
const names = ['started', 'finished', 'failed'].map((action) => `com.service.v1.crawler.run.${action}`);
const { assertRaisesOne, assertRaises } = await watchEvents(server, names);
const { id: me } = (await server.call('GET /account/me')).body;

test('events.crawler-runs.started', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler({ name: 'finance' });
  let crawl: Awaited<ReturnType<typeof scene.run>> | undefined;
  const event = await assertRaisesOne('crawler.run.started', async () => (crawl = await scene.run(crawlerId)));
  const { connectionName, startedAt, ...data } = event.data;
  assert.deepEqual(data, {
    crawlerId,
    crawlerName: 'finance',
    connectionId,
    executionId: crawl?.executionId,
    environmentId: scene.workspace.environment,
    workspaceId: scene.workspace.id,
  });
  assert.match(connectionName, /^connection /);
  assert.ok(startedAt);
  assert.deepEqual([event.resource, event.actor, event.owner, event.space], [crawlerId, me, me, scene.workspace.id]);
  await assertRaises([], () => server.call('POST /connections/crawlers/{crawlerId}/run', { path: { crawlerId } }));
  await crawl?.finish();
});

test('events.crawler-runs.finished', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  const crawl = await scene.run(crawlerId);
  await crawl.portions(tables('public.a', 'public.b'), observed(), samples('public.a'));
  const event = await assertRaisesOne('crawler.run.finished', () => crawl.finish());
  const { runStatus, tables: listed, datasets, newDatasets, failedDatasets, failedSamples } = event.data;
  assert.deepEqual([runStatus, listed, datasets, newDatasets, failedDatasets, failedSamples], ['Finished', 2, 1, 1, 0, 0]);
  assert.deepEqual([event.resource, event.actor, event.owner], [crawlerId, null, me]);
  await assertRaises([], () => scene.settle());

  const broken = await scene.run(crawlerId);
  const failed = await assertRaisesOne('crawler.run.failed', () =>
    broken.finish({ outcome: 'EXECUTION_FAILED', errorMessage: 'no route' }),
  );
  assert.deepEqual([failed.data.runStatus, failed.data.failure, failed.data.datasets], ['PropertiesRetrievalFailed', 'no route', 0]);

  await server.call('POST /connections/scan/{connectionId}', { path: { connectionId } });
  await assertRaises([], async () => (await scene.claim()).finish());
});
