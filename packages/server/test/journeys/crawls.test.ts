// run: own process, waiting, in test:all because it starts whole programs
/** Crawls on a real engine: a small program sends portions. The engine is killed, the database is stopped, and the run is ended in the middle. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@millrace/contract/client';
import { CrawlBundle } from '../../src/features/catalog/crawlers/index.ts';
import { zip } from '../support/bundles.ts';
import { awayAndBack } from '../support/database-away.ts';
import { eventually, wholeLog } from '../support/install.ts';
import { engineFolder, startEngine } from '../support/real-engine.ts';
import { startTestServer } from '../support/server.ts';

const CRAWLER = '/connections/crawlers/{crawlerId}';
const server = await startTestServer({ MILLRACE_LEASE_SECONDS: '8' });
const { call, make, platform } = server;
const client = createClient({ baseUrl: server.url, token: await make.administratorToken() });
const workspace = await make.workspace();
const folder = await engineFolder();
const { credential } = await make.engine({ environment: workspace.environment });
const startAgent = () => startEngine({ url: server.url, credential, folder });
let agent = startAgent();

/** It lists the tables a and b; if "stay" is selected, it waits without end before it sends the rows of b. */
const PROGRAM = String.raw`
import { readFileSync } from 'node:fs';
const { parameters = {}, ...rest } = JSON.parse(readFileSync(process.env.MILLRACE_CONTEXT, 'utf8'));
const given = { ...rest, ...parameters };
const url = process.env.MILLRACE_URL + '/engine/v1/crawls/' + process.env.MILLRACE_EXECUTION_ID + '/portions';
const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + given.MILLRACE_CRAWL_TOKEN };
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
let number = 0;
async function send(content) {
  number += 1;
  for (;;) {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ number, ...content }) }).catch(() => undefined);
    if (answer && answer.status < 500) {
      if (answer.status !== 200) throw new Error(await answer.text());
      return pause(300);
    }
    await pause(100);
  }
}
console.log('token', given.MILLRACE_CRAWL_TOKEN, given.connection_source_password);
const columns = [{ path: 'id', nativeType: 'bigint', isNullable: false, isKey: true, comment: null }];
const table = (technicalName) => ({ technicalName, displayName: technicalName, kind: 'TABLE', comment: null, fingerprint: null, columns });
const rows = (technicalName) => ({ kind: 'samples', samples: [{ technicalName, columns: ['id'], rows: [['1']] }] });
await send({ kind: 'tables', tables: [table('a'), table('b')] });
await send({ kind: 'observed', isComplete: true });
await send(rows('a'));
if (JSON.parse(given.MILLRACE_CRAWL_SELECTION).includes('stay')) await pause(3600000);
await send(rows('b'));
`;
const manifest = { name: 'crawl', version: '1.0.0', run: ['node', 'main.mjs'] };
const bytes = await zip({ 'millrace.json': JSON.stringify(manifest), 'main.mjs': PROGRAM });
const hash = createHash('sha256').update(bytes).digest('hex');
platform.processState.of(CrawlBundle, () => new CrawlBundle(() => Promise.resolve({ hash, bytes })));

const PASSWORD = 'swordfish-77';
const properties = { jdbcUrl: 'jdbc:postgresql://db.example.com/finance', username: 'u', password: PASSWORD };
async function makeCrawler(selectedDatasets: string[] = []): Promise<string> {
  const connection = await call('POST /connections', { body: { label: crypto.randomUUID(), workspaceId: workspace.id, properties } });
  const made = await call('POST /connections/crawlers', { body: { connectionId: connection.body.id, name: 'journey', selectedDatasets } });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.id;
}
const run = async (crawlerId: string): Promise<void> =>
  assert.equal((await call(`POST ${CRAWLER}/run`, { path: { crawlerId } })).status, 202);
const read = async (crawlerId: string) => (await call(`GET ${CRAWLER}`, { path: { crawlerId } })).body;
const untilStatus = (crawlerId: string, fits: (status: { runStatus: string; nbDatasetsFinished: number }) => boolean) =>
  eventually('the crawl comes that far', async () => {
    const { status } = await read(crawlerId);
    return fits(status) ? status : undefined;
  });
const untilEnd = (crawlerId: string) => untilStatus(crawlerId, ({ runStatus }) => /Finished|Failed/.test(runStatus));
const datasets = async (crawlerId: string): Promise<string[]> =>
  (await call(`GET ${CRAWLER}/datasets`, { path: { crawlerId } })).body.data
    .filter((one: { datasetId?: string }) => one.datasetId !== undefined)
    .map((one: { technicalName: string }) => one.technicalName);

it('creates datasets, and masks its token and the secrets of the connection in the log', async () => {
  const crawlerId = await makeCrawler();
  await run(crawlerId);
  const status = await untilEnd(crawlerId);
  assert.deepEqual([status.runStatus, status.failure, status.nbDatasetsCreated], ['Finished', undefined, 2], await errors(crawlerId));
  assert.deepEqual(await datasets(crawlerId), ['a', 'b']);
  const lines = (await wholeLog(client, (await read(crawlerId)).executionId)).map(({ logMessage }) => logMessage).join('\n');
  assert.match(lines, /^token /m);
  assert.ok(!lines.includes('mrx_') && !lines.includes(PASSWORD), lines);
});

const errors = async (crawlerId: string): Promise<string> =>
  String((await call(`GET ${CRAWLER}/errors.log`, { path: { crawlerId } })).body);

it('survives a database of the control plane that cannot be reached for a while', async () => {
  const crawlerId = await makeCrawler();
  await run(crawlerId);
  await untilStatus(crawlerId, ({ runStatus }) => runStatus === 'CreatingDatasets');
  await awayAndBack(platform, () => wait(1500));
  const status = await untilEnd(crawlerId);
  assert.deepEqual([status.runStatus, status.failure, status.nbDatasetsCreated], ['Finished', undefined, 2], await errors(crawlerId));
});

it('is ended in the middle on request, and keeps the datasets written so far', async () => {
  const crawlerId = await makeCrawler(['a', 'b', 'stay']);
  await run(crawlerId);
  await untilStatus(crawlerId, ({ nbDatasetsFinished }) => nbDatasetsFinished === 1);
  assert.equal((await call(`POST ${CRAWLER}/end`, { path: { crawlerId } })).status, 202);
  const { runStatus, failure } = await untilEnd(crawlerId);
  assert.deepEqual([runStatus, failure], ['Finished', undefined]);
  assert.deepEqual(await datasets(crawlerId), ['a']);
});

it('ends with the reason when its engine is killed, keeps the datasets written so far, and runs again', async () => {
  const crawlerId = await makeCrawler(['a', 'b', 'stay']);
  await run(crawlerId);
  await untilStatus(crawlerId, ({ nbDatasetsFinished }) => nbDatasetsFinished === 1);
  agent.kill('SIGKILL');
  const status = await untilEnd(crawlerId);
  assert.equal(status.runStatus, 'Finished');
  assert.match(status.failure ?? '', /stopped answering/);
  assert.deepEqual(await datasets(crawlerId), ['a']);
  agent = startAgent();
  await call(`PUT ${CRAWLER}`, { path: { crawlerId }, body: { name: 'journey', selectedDatasets: [] } });
  await run(crawlerId);
  const again = await untilEnd(crawlerId);
  assert.deepEqual([again.runStatus, again.failure, again.nbDatasetsCreated], ['Finished', undefined, 1]);
  assert.deepEqual(await datasets(crawlerId), ['a', 'b']);
});
