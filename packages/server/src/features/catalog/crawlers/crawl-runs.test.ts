import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { crawlScene, listedTable, observed, samples, tables, unchanged, unreadable } from './crawl-scene.fixture.ts';

const CRAWLER = '/connections/crawlers/{crawlerId}';
const TABLES = ['crawl_run', 'crawled_dataset', 'task_execution', 'dataset'];
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;
const scene = await crawlScene(server);

test('crawlers.run.accepted', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler({ name: 'finance', selectedDatasets: ['public.a'] });
  const { status, body } = await call(`POST ${CRAWLER}/run`, { path: { crawlerId } });
  assert.deepEqual([status, body], [202, undefined]);
  assert.equal((await scene.status(crawlerId)).runStatus, 'RetrievingProperties');
  const { claimed, executionId, token, finish } = await scene.claim();
  assert.equal((await scene.read(crawlerId)).executionId, executionId);
  assert.deepEqual(
    [claimed.taskId, claimed.taskName, claimed.bundle.hash, claimed.bundle.layout],
    [crawlerId, 'Crawl of finance', scene.bundle, 'millrace'],
  );
  const { MILLRACE_CRAWL_TOKEN: _, ...parameters } = claimed.parameters;
  assert.deepEqual(parameters, {
    MILLRACE_CRAWL_MODE: 'crawl',
    MILLRACE_CRAWL_APPLICATION: 'postgresql',
    MILLRACE_CRAWL_SELECTION: '["public.a"]',
    MILLRACE_CRAWL_SAMPLE_ROWS: '1000',
    MILLRACE_CRAWL_OUTBOUND: 'private,loopback',
    MILLRACE_CRAWL_REASONS: 'complete',
    MILLRACE_CERTIFICATES: '',
    connection_source_jdbcUrl: 'jdbc:postgresql://warehouse.example.com:5432/finance',
    connection_source_username: 'loader',
    connection_source_host: 'warehouse.example.com',
    connection_source_port: '5432',
    connection_source_database: 'finance',
  });
  assert.match(token ?? '', /^mrx_/);
  assert.deepEqual(claimed.secretParameters, ['MILLRACE_CRAWL_TOKEN']);
  assert.equal((await scene.engine.bundle(scene.bundle)).status, 200);
  const execution = (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
  assert.deepEqual([execution.jobId, execution.executionStatus], [crawlerId, 'STARTING_FLOW_EXECUTION']);
  assert.equal((await call('GET /processing/executions/{executionId}/explanation', { path: { executionId } })).status, 200);
  await finish();
  assert.equal((await scene.read(crawlerId)).connectionId, connectionId);
});

test('crawlers.run.once', async () => {
  const { crawlerId } = await scene.makeCrawler();
  const path = { crawlerId };
  const crawl = await scene.run(crawlerId);
  const before = await server.count(...TABLES);
  assert.equal((await call(`POST ${CRAWLER}/run`, { path })).status, 202);
  assert.deepEqual(await server.count(...TABLES), before);
  assert.equal((await server.files()).length, 1, 'the second copy of the bundle is removed');
  for (const [route, body] of [[`PUT ${CRAWLER}`, { name: 'x' }], [`PATCH ${CRAWLER}`, { name: 'x' }], [`DELETE ${CRAWLER}`]] as const) {
    const { body: refused } = await leavesNothing(server, route, { path, ...(body && { body }) }, 409, 'crawler_running', ...TABLES);
    assert.deepEqual([refused.crawlerId, refused.i18nMsg], [crawlerId, refused.message]);
  }
  await crawl.finish();
  const starts = await Promise.all([1, 2, 3].map(() => call(`POST ${CRAWLER}/run`, { path })));
  assert.deepEqual(
    starts.map(({ status }) => status),
    [202, 202, 202],
  );
  assert.equal((await server.count('live_execution'))['live_execution'], 1, 'three starts at once begin one run');
  await (await scene.claim()).finish();
});

test('a first run creates datasets with columns, rows and quality; counters follow it', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  const crawl = await scene.run(crawlerId);
  await crawl.portions(tables('public.a', listedTable('public.b', { kind: 'VIEW', comment: 'All of them' })));
  assert.deepEqual(await scene.runStates(crawlerId), ['RetrievingProperties', 2, 0, 0, 0, 0]);
  assert.equal((await scene.datasets(connectionId)).size, 0, 'the listing has not ended');
  await crawl.portions(observed());
  assert.deepEqual(await scene.runStates(crawlerId), ['CreatingDatasets', 2, 0, 0, 0, 0]);
  await crawl.portions(samples('public.a'));
  assert.deepEqual(await scene.runStates(crawlerId), ['CreatingDatasets', 2, 1, 1, 0, 0]);
  await crawl.portions(samples('public.b'));
  await crawl.finish();
  assert.deepEqual(await scene.runStates(crawlerId), ['Finished', 2, 2, 2, 0, 0]);
  const { runFinishedAt, failure, runBy } = await scene.status(crawlerId);
  assert.deepEqual([typeof runFinishedAt, failure, runBy], ['string', undefined, (await scene.read(crawlerId)).createdBy]);

  const datasets = await scene.datasets(connectionId);
  const [a, b] = [datasets.get('public.a'), datasets.get('public.b')];
  assert.deepEqual([a?.label, b?.label, b?.description], ['a', 'b', 'All of them']);
  assert.deepEqual(a?.talendGlobalQuality, { '-1': 0, '0': 1, '1': 3, total: 4 });
  const path = { datasetId: a?.id ?? '' };
  assert.deepEqual((await call('GET /datasets/{datasetId}/sample', { path })).body.rows, [
    ['1', 'ada@example.com'],
    ['2', null],
  ]);
  const columns = (await call('GET /datasets/{datasetId}/columns', { path })).body;
  assert.deepEqual(
    columns.map((one: Record<string, unknown>) => [one['path'], one['type'], one['primaryKey'], one['comment'], one['semanticType']]),
    [
      ['id', 'INTEGER', true, undefined, undefined],
      ['mail', 'TEXT', false, 'Address', 'email'],
    ],
  );
  const { body } = await call(`GET ${CRAWLER}/datasets`, { path: { crawlerId }, query: { limit: 1, offset: 1 } });
  assert.deepEqual([body.limit, body.offset, body.total], [1, 1, 2]);
  const { datasetId, technicalName, displayName, metadata, exportStatus } = body.data[0];
  assert.deepEqual([datasetId, technicalName, displayName, metadata, exportStatus], [b?.id, 'public.b', 'b', { type: 'VIEW' }, 'Finished']);
});

test('crawlers.run.refresh', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  await scene.crawl(crawlerId, tables('public.a', 'public.b'), observed(), samples('public.a', 'public.b'));
  const before = await scene.datasets(connectionId);
  await call('PUT /datasets/{datasetId}/certification', {
    path: { datasetId: before.get('public.a')?.id ?? '' },
    body: { currentCertification: 'certified' },
  });
  const crawl = await scene.run(crawlerId);
  const { known } = await crawl.portions(tables('public.a', listedTable('public.b', { fingerprint: 'f2' }), 'public.c'));
  assert.deepEqual(known, [
    { technicalName: 'public.a', fingerprint: 'f1' },
    { technicalName: 'public.b', fingerprint: 'f1' },
  ]);
  const mail = { technicalName: 'public.b', columns: ['mail'], rows: [['b@example.com']] };
  await crawl.portions(observed(), unchanged('public.a'), { kind: 'samples', samples: [mail] });
  await crawl.finish();
  assert.deepEqual(await scene.runStates(crawlerId), ['Finished', 3, 2, 0, 0, 0]);
  const after = await scene.datasets(connectionId);
  assert.deepEqual([...after.keys()].toSorted(), ['public.a', 'public.b']);
  assert.deepEqual([after.get('public.a')?.id, after.get('public.b')?.id], [before.get('public.a')?.id, before.get('public.b')?.id]);
  assert.equal(after.get('public.a')?.certification, 'certified');
  const rows = async (name: string) =>
    (await call('GET /datasets/{datasetId}/sample', { path: { datasetId: after.get(name)?.id ?? '' } })).body.rows;
  assert.deepEqual(await rows('public.b'), [['b@example.com']]);
  assert.equal((await rows('public.a')).length, 2);
});

test('a connection that keeps no samples has quality without rows, and known fingerprints', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler({ connectionId: await scene.makeConnection({ keepsSamples: false }) });
  await scene.crawl(crawlerId, tables('public.a'), observed(), samples('public.a'));
  const [dataset] = (await scene.datasets(connectionId)).values();
  assert.equal(dataset?.talendGlobalQuality?.total, 4);
  assert.equal((await call('GET /datasets/{datasetId}/sample', { path: { datasetId: dataset?.id ?? '' } })).body.total, 0);
  const crawl = await scene.run(crawlerId);
  assert.equal((await crawl.portions(tables('public.a'))).known.length, 1);
  await crawl.finish();
});

test('crawlers.create.sharings', async () => {
  const [owner, reader] = [await make.user(), await make.user()];
  const sharings = [
    { scimType: 'USER', scimId: owner.id, level: 'OWNER' },
    { scimType: 'USER', scimId: reader.id, level: 'READER' },
  ];
  const { crawlerId } = await scene.makeCrawler({ sharings });
  await scene.crawl(crawlerId, tables('shared.a'), observed(), samples('shared.a'));
  const seen = async (token?: string) =>
    (
      await call('GET /datasets', { query: { serviceQlQuery: "technicalName = 'shared.a'" }, ...(token !== undefined && { token }) })
    ).body.map((one: { sharing: { isOwner: boolean } }) => one.sharing.isOwner);
  assert.deepEqual([await seen(owner.token), await seen(reader.token), await seen()], [[true], [false], []]);
  // The owner was deleted, so the account that started the run owns the new datasets.
  await call('DELETE /account/users/{userId}', { path: { userId: owner.id } });
  await scene.crawl(crawlerId, tables('shared.a', 'shared.b'), observed(), samples('shared.b'));
  const list = (await call('GET /datasets', { query: { serviceQlQuery: "technicalName = 'shared.b'" } })).body;
  assert.deepEqual(
    list.map((one: { sharing: object }) => one.sharing),
    [{ isOwner: true, isSharedWithOthers: true }],
  );
});

test('crawlers.run.unreadable', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  await scene.crawl(crawlerId, tables('public.a', 'public.gone'), observed(), samples('public.a', 'public.gone'));
  const before = await scene.datasets(connectionId);
  const crawl = await scene.run(crawlerId);
  await crawl.portions(
    tables(listedTable('public.a', { fingerprint: 'f2' }), 'public.new'),
    unreadable('public.gone', 'public.never'),
    observed(),
  );
  await crawl.portions(unreadable('public.a', 'public.new'));
  await crawl.finish();
  assert.deepEqual(await scene.runStates(crawlerId), ['Finished', 4, 2, 1, 2, 2]);
  const after = await scene.datasets(connectionId);
  assert.deepEqual([...after.keys()].toSorted(), ['public.a', 'public.gone', 'public.new']);
  assert.deepEqual(after.get('public.gone'), before.get('public.gone'));
  assert.deepEqual(after.get('public.a')?.talendGlobalQuality, before.get('public.a')?.talendGlobalQuality);
  assert.equal(after.get('public.new')?.talendGlobalQuality, undefined);
  const states = (await call(`GET ${CRAWLER}/datasets`, { path: { crawlerId } })).body.data.map((one: Record<string, string>) => [
    one['technicalName'],
    one['exportStatus'],
  ]);
  assert.deepEqual(states, [
    ['public.a', 'SamplingFailed'],
    ['public.gone', 'CreationFailed'],
    ['public.never', 'CreationFailed'],
    ['public.new', 'SamplingFailed'],
  ]);
  // The rows are read again, because they were not read with this fingerprint.
  const next = await scene.run(crawlerId);
  assert.deepEqual((await next.portions(tables('public.a'))).known, []);
  await next.finish();
});

test('crawlers.errors.file', async () => {
  const { crawlerId } = await scene.makeCrawler();
  assert.equal(await scene.errors(crawlerId), '');
  const crawl = await scene.run(crawlerId);
  await crawl.portions(tables('public.a'), unreadable('public.\nb'), observed());
  const entry = (severity: 'ERROR' | 'INFO', message: string) => ({ at: Date.UTC(2026, 0, 1), severity, type: 'STDERR' as const, message });
  await scene.engine.log(crawl.claimed, [entry('INFO', 'listing'), entry('ERROR', 'the connection to the database broke')]);
  await crawl.finish({ outcome: 'EXECUTION_FAILED', errorMessage: 'exit code 3' });
  const answer = await call(`GET ${CRAWLER}/errors.log`, { path: { crawlerId } });
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="errors.log"');
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  assert.deepEqual(
    String(answer.body)
      .replaceAll(/\d{4}-\S+Z/g, 'T')
      .split('\n'),
    ['T exit code 3', 'T public. b: permission denied for table public.', 'T the connection to the database broke', ''].map((one) =>
      one.replace('table public.', 'table public. b'),
    ),
  );
  assertRefused(await call(`GET ${CRAWLER}/errors.log`, { path: { crawlerId: crypto.randomUUID() } }), 404, 'not_found');
});
