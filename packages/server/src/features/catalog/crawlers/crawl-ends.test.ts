import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { explanationsOf } from '../../../../test/support/explanations.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { crawlScene, observed, samples, tables, unchanged, unreadable, type PortionContent } from './crawl-scene.fixture.ts';
import { endOfCrawl } from './states.ts';
import { endCrawls } from './run-ends.ts';

const CRAWLER = '/connections/crawlers/{crawlerId}';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const scene = await crawlScene(server);
const { first } = explanationsOf(server);
const end = (crawlerId: string) => call(`POST ${CRAWLER}/end`, { path: { crawlerId } });
const vanished = async (connectionId: string) =>
  [...(await scene.datasets(connectionId)).values()]
    .filter(({ vanishedAt }) => vanishedAt !== undefined)
    .map(({ technicalName }) => technicalName);

/** Executions end for lack of an engine only if the API could be reached the whole time. */
const servedForDays = () =>
  platform.db.writer.rows(sql`
    insert into api_presence (process_id, since, seen_at)
    values ('00000000-0000-0000-0000-000000000001', now() - interval '3 days', now())
    on conflict (process_id) do update set seen_at = now()`);

/** A crawler with the datasets public.a, public.b and public.c. */
async function crawled(): Promise<{ crawlerId: string; connectionId: string }> {
  const made = await scene.makeCrawler();
  const names = ['public.a', 'public.b', 'public.c'];
  await scene.crawl(made.crawlerId, tables(...names), observed(), samples(...names));
  return made;
}

test('crawlers.run.proven', async () => {
  const { crawlerId, connectionId } = await crawled();
  const before = await scene.datasets(connectionId);
  // A listing that was interrupted: by the end of the program, and by an error that it reports.
  await scene.crawl(crawlerId, tables('public.a'));
  assert.deepEqual(await scene.datasets(connectionId), before);
  await scene.crawl(crawlerId, tables('public.a'), observed(false), samples('public.a'));
  assert.deepEqual(await vanished(connectionId), []);
  // A complete listing of a selection.
  await call(`PUT ${CRAWLER}`, { path: { crawlerId }, body: { name: 'x', selectedDatasets: ['public.a', 'public.absent'] } });
  await scene.crawl(crawlerId, tables('public.a', 'public.b'), observed(), samples('public.a', 'public.b'));
  assert.deepEqual(await vanished(connectionId), []);
  assert.deepEqual(await scene.runStates(crawlerId), ['Finished', 2, 1, 0, 1, 0]);
  assert.match(await scene.errors(crawlerId), /public\.absent: It is selected, but/);
  // A complete listing of all tables: tables that it could not read still exist.
  await call(`PUT ${CRAWLER}`, { path: { crawlerId }, body: { name: 'x', selectedDatasets: [] } });
  await scene.crawl(crawlerId, tables('public.a'), unreadable('public.b'), observed(), unchanged('public.a'));
  assert.deepEqual(await vanished(connectionId), ['public.c']);
  assert.equal((await scene.datasets(connectionId)).size, 3);
  await scene.crawl(crawlerId, tables('public.a', 'public.b', 'public.c'), observed(), unchanged('public.a', 'public.b', 'public.c'));
  assert.deepEqual(await vanished(connectionId), []);
});

test('crawlers.end.keep', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  assert.equal((await end(crawlerId)).status, 202, 'without a run');
  const crawl = await scene.run(crawlerId);
  await crawl.portions(tables('public.a', 'public.b'), observed(), samples('public.a'));
  assert.equal((await end(crawlerId)).status, 202);
  assert.deepEqual((await scene.engine.claim({ running: [crawl.claimed] })).stop, [crawl.executionId]);
  const { ends } = await crawl.portions(samples('public.b'));
  assert.equal(ends, true);
  assert.equal((await end(crawlerId)).status, 202, 'twice');
  await crawl.finish({ outcome: 'EXECUTION_TERMINATED' });
  // task-executions.end.account
  assert.equal((await first(crawl.executionId)).evidence.endRequest?.accountId, await make.administrator());
  const { runStatus, failure } = await scene.status(crawlerId);
  assert.deepEqual([runStatus, failure], ['Finished', undefined]);
  assert.equal((await scene.datasets(connectionId)).size, 2);

  // No engine has claimed the execution yet.
  await call(`POST ${CRAWLER}/run`, { path: { crawlerId } });
  await end(crawlerId);
  await scene.settle();
  assert.deepEqual(await scene.runStates(crawlerId), ['Finished', 0, 0, 0, 0, 0]);
  assert.equal((await scene.datasets(connectionId)).size, 2);
  await scene.crawl(crawlerId, tables('public.a', 'public.b'), observed(), unchanged('public.a', 'public.b'));
});

test('crawlers.run.ends', async () => {
  const { crawlerId, connectionId } = await crawled();
  const before = await scene.datasets(connectionId);
  const failed = async (wanted: [string, RegExp]) => {
    const { runStatus, failure } = await scene.status(crawlerId);
    assert.equal(runStatus, wanted[0]);
    assert.match(failure ?? '', wanted[1]);
    assert.deepEqual(await scene.datasets(connectionId), before);
  };
  for (const [outcome, message] of [
    ['EXECUTION_TERMINATED_TIMEOUT', 'It took longer than 720 minutes.'],
    ['DEPLOY_FAILED', 'No such program.'],
  ] as const) {
    const crawl = await scene.run(crawlerId);
    await crawl.portions(tables('public.a'));
    await crawl.finish({ outcome, errorMessage: message });
    await failed(['PropertiesRetrievalFailed', new RegExp(message)]);
  }
  const silent = await scene.run(crawlerId);
  await silent.finish();
  await failed(['PropertiesRetrievalFailed', /ended before the listing/]);

  const late = await scene.run(crawlerId);
  await late.portions(tables('public.a', 'public.b', 'public.c'), observed());
  await late.finish({ outcome: 'EXECUTION_FAILED', errorMessage: 'The database went away.' });
  await failed(['Finished', /The database went away/]);

  // A caller ends the execution instead of the run.
  const stopped = await scene.run(crawlerId);
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: stopped.executionId } });
  await stopped.finish({ outcome: 'EXECUTION_TERMINATED' });
  await failed(['PropertiesRetrievalFailed', /EXECUTION_TERMINATED/]);

  // The engine does not send heartbeats any more.
  const lost = await scene.run(crawlerId);
  await lost.portions(tables('public.a'));
  await platform.db.writer.rows(sql`update live_execution set lease_expires_at = now() - interval '1 hour'`);
  await servedForDays();
  await runTimer(platform, 'expire-leases');
  await scene.settle();
  await failed(['PropertiesRetrievalFailed', /stopped answering/]);
  assertRefused(await lost.send({ number: 2, ...observed() }), 401, 'not_signed_in');
});

test('an environment without an engine, a disabled connection and an engine of another environment end the run with the reason', async () => {
  const workspace = await make.workspace({ environment: await make.environment() });
  const connectionId = await scene.makeConnection({ workspaceId: workspace.id });
  const { crawlerId } = await scene.makeCrawler({ connectionId });
  await call(`POST ${CRAWLER}/run`, { path: { crawlerId } });
  await platform.db.writer.rows(
    sql`update live_execution set accepted_at = now() - interval '1 day' where environment_id = ${workspace.environment}`,
  );
  await servedForDays();
  await runTimer(platform, 'end-unavailable');
  await scene.settle();
  assert.match((await scene.status(crawlerId)).failure ?? '', /No engine of the environment was available/);

  const other = await standInEngine(server, await make.environment());
  const { label } = (await call('GET /connections/{connectionId}', { path: { connectionId } })).body;
  const put = (body: object) => call('PUT /connections/{connectionId}', { path: { connectionId }, body: { label, ...body } });
  await put({ cloudAgentId: other.id });
  await call(`POST ${CRAWLER}/run`, { path: { crawlerId } });
  assert.deepEqual((await other.claim()).executions, [], 'it does not get the secrets of the connection');
  await scene.settle();
  const { runStatus, failure } = await scene.status(crawlerId);
  assert.equal(runStatus, 'PropertiesRetrievalFailed');
  assert.match(failure ?? '', /belongs to another environment/);
  await put({ enabled: false });
  await call(`POST ${CRAWLER}/run`, { path: { crawlerId } });
  await scene.settle();
  assert.match((await scene.status(crawlerId)).failure ?? '', /is disabled/);
});

test('crawlers.run.check', async () => {
  const { crawlerId, connectionId } = await crawled();
  const lastCheck = async (): Promise<Schema<'ConnectionCheck'> | undefined> =>
    (await call('GET /orchestration/connections/{connectionId}', { path: { connectionId } })).body.lastCheck;
  const first = await lastCheck();
  assert.deepEqual([first?.kind, first?.success], ['CRAWL', true]);

  // The task ends with another exit code when the fault is not that of the connection.
  const other = await scene.run(crawlerId);
  await other.finish({ outcome: 'EXECUTION_FAILED', exitCode: 1, errorMessage: 'no memory' });
  assert.deepEqual(await lastCheck(), first);

  const refused = await scene.run(crawlerId);
  await refused.finish({ outcome: 'EXECUTION_FAILED', exitCode: 3, errorMessage: 'wrong password' });
  const second = await lastCheck();
  assert.deepEqual([second?.kind, second?.success, second?.message], ['CRAWL', false, 'wrong password']);

  assert.equal((await call('POST /connections/scan/{connectionId}', { path: { connectionId } })).status, 204);
  const scan = await scene.claim();
  await scan.portions(tables('public.a'), observed());
  await scan.finish();
  const third = await lastCheck();
  assert.deepEqual([third?.kind, third?.success], ['SCAN', true]);

  // A run whose connection was changed after its claim says nothing about the present parameters.
  const late = await scene.run(crawlerId);
  const properties = { jdbcUrl: 'jdbc:postgresql://elsewhere.example.com/finance' };
  const { label } = (await call('GET /connections/{connectionId}', { path: { connectionId } })).body;
  assert.equal((await call('PUT /connections/{connectionId}', { path: { connectionId }, body: { label, properties } })).status, 200);
  await late.finish({ outcome: 'EXECUTION_FAILED', exitCode: 3, errorMessage: 'wrong password' });
  assert.equal(await lastCheck(), undefined);
});

test('each crawl ends in one of the published states', () => {
  for (const state of ['RetrievingProperties', 'CreatingDatasets'] as const)
    for (const outcome of ['EXECUTION_SUCCESS', 'EXECUTION_FAILED', 'DEPLOY_FAILED', null]) {
      assert.deepEqual(endOfCrawl(state, true, { outcome, message: 'x' }), { state: 'Finished', failure: null });
      const { state: last, failure } = endOfCrawl(state, false, { outcome, message: null });
      assert.equal(last, state === 'CreatingDatasets' ? 'Finished' : 'PropertiesRetrievalFailed');
      assert.equal(failure === null, state === 'CreatingDatasets' && outcome === 'EXECUTION_SUCCESS');
    }
});

test('a crawl that breaks off after any of its portions removes no dataset and marks none that it did not prove', async () => {
  const { crawlerId, connectionId } = await crawled();
  const before = await scene.datasets(connectionId);
  const contents: PortionContent[] = [
    tables('public.a'),
    unreadable('public.b'),
    tables('public.new'),
    observed(),
    samples('public.a'),
    unreadable('public.new'),
  ];
  for (let count = 0; count < contents.length; count += 1) {
    const crawl = await scene.run(crawlerId);
    await crawl.portions(...contents.slice(0, count));
    await crawl.finish({ outcome: 'EXECUTION_FAILED', errorMessage: 'killed' });
    const after = await scene.datasets(connectionId);
    assert.deepEqual([...after.keys()].filter((name) => name !== 'public.new').toSorted(), [...before.keys()].toSorted());
    assert.deepEqual(await vanished(connectionId), count > 3 ? ['public.c'] : []);
  }
});

test('the reported end of a crawl wakes the timer that ends its run', async () => {
  const crawl = await scene.run((await scene.makeCrawler()).crawlerId);
  await crawl.portions(tables('public.a'), observed());
  let wakeupCount = 0;
  const unsubscribe = platform.wakeups.listen(endCrawls.bell ?? '', () => (wakeupCount += 1));
  await crawl.finish();
  unsubscribe();
  assert.equal(wakeupCount, 1);
});
