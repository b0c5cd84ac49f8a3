// run: own process, waiting, in test:all because it starts whole programs and a server of MariaDB
/** The crawler that comes with Millrace, on a real engine, reads each other kind of database once; each part names the programs that it needs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { loadOptional } from '../../../crawler/src/databases/duckdb.ts';
import { JARS, noDriver } from '../../../crawler/test/jdbc-site.ts';
import { mysqlSite, noMysql } from '../../../crawler/test/mysql-site.ts';
import { postgresSite } from '../../../crawler/test/postgres-site.ts';
import { certificate, certificateKey } from '../support/certificate.ts';
import { eventually } from '../support/install.ts';
import { engineFolder, startEngine } from '../support/real-engine.ts';
import { startTestServer } from '../support/server.ts';
import { folderBesideTasks } from '../support/task-files.ts';

const CRAWLER = '/connections/crawlers/{crawlerId}';
const ROWS = `('LIS', 'ada@example.com', 114), ('OPO', null, null), ('FAO', 'no mail', 7)`;
const server = await startTestServer();
const { call, make } = server;
const workspace = await make.workspace();
const { credential } = await make.engine({ environment: workspace.environment });
startEngine({ url: server.url, credential, folder: await engineFolder() });
const folder = await folderBesideTasks('millrace-databases-');
after(() => rm(folder, { recursive: true, force: true }));
const duckdb = await loadOptional<{ DuckDBInstance: unknown }>('@duckdb/node-api', 'This test').then(
  () => false as const,
  (error: Error) => error.message,
);

/** Creates a SQLite file that tasks can read. */
async function sqliteFile(name: string): Promise<string> {
  const path = join(folder, name);
  const database = new DatabaseSync(path);
  database.exec(`create table airports (code text primary key, mail text, elevation integer); insert into airports values ${ROWS}`);
  database.close();
  await chmod(path, 0o644);
  return path;
}

/** Crawls the database, and checks the dataset of its table `airports`: columns, quality, and the sample. */
async function readsAirports(properties: Record<string, string>, technicalName: string, workspaceId = workspace.id): Promise<void> {
  const body = { label: technicalName, workspaceId, properties, keepsSamples: true };
  const { id: connectionId } = (await call('POST /connections', { body })).body;
  const { id: crawlerId } = (await call('POST /connections/crawlers', { body: { connectionId, name: technicalName } })).body;
  assert.equal((await call(`POST ${CRAWLER}/run`, { path: { crawlerId } })).status, 202);
  const status = await eventually('the crawl ends', async () => {
    const { status: now } = (await call(`GET ${CRAWLER}`, { path: { crawlerId } })).body;
    return /Finished|Failed/.test(now.runStatus) ? now : undefined;
  });
  const { body: errors } = await call(`GET ${CRAWLER}/errors.log`, { path: { crawlerId } });
  assert.deepEqual(
    [status.runStatus, status.failure, status.nbDatasetsCreated, status.nbSamplesFailed],
    ['Finished', undefined, 1, 0],
    errors,
  );
  const { body: found } = await call('GET /datasets', { query: { serviceQlQuery: `datastoreId = '${connectionId}'` } });
  assert.deepEqual(
    found.map((one: Record<string, unknown>) => [one['technicalName'], one['talendGlobalQuality']]),
    [[technicalName, { '-1': 0, '0': 2, '1': 7, total: 9 }]],
  );
  const sample = (await call('GET /datasets/{datasetId}/sample', { path: { datasetId: found[0].id } })).body;
  assert.deepEqual(sample.rows.toSorted(), [
    ['FAO', 'no mail', '7'],
    ['LIS', 'ada@example.com', '114'],
    ['OPO', null, null],
  ]);
}

test('MariaDB is crawled', { skip: noMysql }, async () => {
  const site = await mysqlSite();
  after(() => site.close());
  await site.run(
    'use shop',
    'create table airports (code char(3) primary key, mail varchar(100), elevation int)',
    `insert into airports values ${ROWS}`,
  );
  await site.run('grant select on shop.* to reader');
  await readsAirports(site.connection, 'shop.airports');
});

test('a file of SQLite is crawled', async () => {
  await readsAirports({ jdbcUrl: `jdbc:sqlite:${await sqliteFile('shop.db')}` }, 'main.airports');
});

test('bundles.run.certificates: where the engine trusts the control plane by NODE_EXTRA_CA_CERTS, its crawls do', async () => {
  const front = createSecureServer({ key: certificateKey, cert: certificate }, (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const forwarded = request(`${server.url}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.on('error', () => forwarded.destroy()).pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  after(() => {
    front.closeAllConnections();
    front.close();
  });
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, certificate);
  const other = await make.workspace();
  const paired = await make.engine({ environment: other.environment });
  const { port } = front.address() as AddressInfo;
  startEngine({
    url: `https://localhost:${port}`,
    credential: paired.credential,
    folder: await engineFolder(),
    environment: { NODE_EXTRA_CA_CERTS: authority },
  });
  await readsAirports({ jdbcUrl: `jdbc:sqlite:${await sqliteFile('own.db')}` }, 'main.airports', other.id);
});

test('a CSV file is crawled through DuckDB', { skip: duckdb }, async () => {
  const path = join(folder, 'airports.csv');
  await writeFile(path, 'code,mail,elevation\nLIS,ada@example.com,114\nOPO,,\nFAO,no mail,7\n', { mode: 0o644 });
  await readsAirports({ jdbcUrl: `jdbc:duckdb:${path}` }, '"airports.csv"');
});

test('crawlers.run.driver: a database is crawled by the driver that its connection names', { skip: noDriver('postgres') }, async () => {
  const site = await postgresSite();
  await site.run('create table airports (code char(3) primary key, mail text, elevation integer)', `insert into airports values ${ROWS}`);
  await site.grant();
  const form = new FormData();
  form.append('resource', JSON.stringify({ workspaceId: workspace.id, name: 'driver.jar' }));
  form.append('file', new Blob([await readFile(JARS.postgres)]), 'driver.jar');
  const { status, body } = await call('POST /orchestration/resources', { form });
  assert.equal(status, 201, JSON.stringify(body));
  await readsAirports({ ...site.connection, driverResource: body.id }, 'public.airports');
});
