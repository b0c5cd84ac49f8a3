// run: own process, waiting, in test:all because it starts whole programs
/** The crawler that comes with Millrace, on a real engine, reads a real PostgreSQL. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { postgresSite } from '../../../crawler/test/postgres-site.ts';
import { eventually } from '../support/install.ts';
import { engineFolder, startEngine } from '../support/real-engine.ts';
import { startTestServer } from '../support/server.ts';

const CRAWLER = '/connections/crawlers/{crawlerId}';
const SCAN = '/connections/scan/{connectionId}';
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();
const { credential } = await make.engine({ environment: workspace.environment });
startEngine({ url: server.url, credential, folder: await engineFolder() });

const site = await postgresSite();
await site.run(
  `create table airports (code text primary key, city text, elevation integer)`,
  `comment on table airports is 'All airports'`,
  `insert into airports values ('LIS', 'Lisbon', 114), ('OPO', 'Porto', null)`,
  `create view high as select code from airports where elevation > 100`,
  `create table "odd"".'name" (id integer)`,
);
await site.grant();
await site.run(`create table hidden (id integer)`);
const body = { label: 'flights', workspaceId: workspace.id, properties: site.connection, keepsSamples: true };
const connectionId: string = (await call('POST /connections', { body })).body.id;
const crawlerId: string = (await call('POST /connections/crawlers', { body: { connectionId, name: 'flights' } })).body.id;

async function crawl() {
  assert.equal((await call(`POST ${CRAWLER}/run`, { path: { crawlerId } })).status, 202);
  const status = await eventually('the crawl ends', async () => {
    const { status: now } = (await call(`GET ${CRAWLER}`, { path: { crawlerId } })).body;
    return /Finished|Failed/.test(now.runStatus) ? now : undefined;
  });
  assert.deepEqual(
    [status.runStatus, status.failure],
    ['Finished', undefined],
    String((await call(`GET ${CRAWLER}/errors.log`, { path: { crawlerId } })).body),
  );
  return status;
}
const datasets = async () => {
  const { body: list } = await call('GET /datasets', { query: { serviceQlQuery: `datastoreId = '${connectionId}'` } });
  return new Map<string, { id: string; description?: string; vanishedAt?: string; talendGlobalQuality?: object }>(
    list.map((one: { technicalName: string }) => [one.technicalName, one]),
  );
};

it('lists tables and views by a scan', async () => {
  assert.equal((await call(`POST ${SCAN}`, { path: { connectionId } })).status, 204);
  const results = await eventually('the scan is there', async () => {
    const answer = await call(`GET ${SCAN}`, { path: { connectionId } });
    return answer.status === 200 ? answer.body.results : undefined;
  });
  assert.deepEqual(
    results.map((one: { technicalName: string; metadata: { type: string } }) => [one.technicalName, one.metadata.type]),
    [
      [`public."odd"".'name"`, 'TABLE'],
      ['public.airports', 'TABLE'],
      ['public.high', 'VIEW'],
    ],
  );
});

it('creates datasets with rows and quality, and a second run refreshes the changed ones', async () => {
  const first = await crawl();
  // The account must not read the hidden table.
  assert.deepEqual([first.nbDatasetsToCrawl, first.nbDatasetsCreated, first.nbDatasetsFinished, first.nbDatasetsFailed], [4, 3, 3, 1]);
  const airports = (await datasets()).get('public.airports');
  assert.deepEqual([airports?.description, airports?.talendGlobalQuality], ['All airports', { '-1': 0, '0': 1, '1': 5, total: 6 }]);
  const path = { datasetId: airports?.id ?? '' };
  const rows = async () => (await call('GET /datasets/{datasetId}/sample', { path })).body.rows;
  assert.deepEqual(await rows(), [
    ['LIS', 'Lisbon', '114'],
    ['OPO', 'Porto', null],
  ]);
  await site.run(`insert into airports values ('FAO', 'Faro', 7)`, `drop table "odd"".'name"`);
  const second = await crawl();
  assert.deepEqual([second.nbDatasetsToCrawl, second.nbDatasetsCreated, second.nbDatasetsFinished], [3, 0, 2]);
  assert.equal((await rows()).length, 3);
  const after = await datasets();
  assert.deepEqual([...after.values()].filter(({ vanishedAt }) => vanishedAt !== undefined).length, 1);
  assert.equal(after.size, 3);
});

it('ends with the reason of the database when it cannot be opened, and changes nothing', async () => {
  const before = await datasets();
  await call('PUT /connections/{connectionId}', {
    path: { connectionId },
    body: { label: 'flights', properties: { ...site.connection, password: 'wrong' } },
  });
  await call(`POST ${CRAWLER}/run`, { path: { crawlerId } });
  const status = await eventually('the crawl ends', async () => {
    const { status: now } = (await call(`GET ${CRAWLER}`, { path: { crawlerId } })).body;
    return /Finished|Failed/.test(now.runStatus) ? now : undefined;
  });
  assert.equal(status.runStatus, 'PropertiesRetrievalFailed');
  assert.match(String((await call(`GET ${CRAWLER}/errors.log`, { path: { crawlerId } })).body), /password authentication failed/);
  assert.deepEqual(await datasets(), before);
  const { lastCheck } = (await call('GET /orchestration/connections/{connectionId}', { path: { connectionId } })).body;
  assert.deepEqual([lastCheck?.kind, lastCheck?.success], ['CRAWL', false]);
  assert.match(lastCheck?.message ?? '', /password authentication failed/);
});
