// run: own server because it sets MILLRACE_LOG_LEVEL
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { idOf, makeConnection, makeTask, makePromotionScene, statuses, reportedMessages } from '../../../../test/support/promotions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_LOG_LEVEL: 'debug' });
const { call, make, platform } = server;
const SECRET = 'hunter2-and-more';
const CONNECTION = '/orchestration/connections/{connectionId}';

const read = async (connectionId: string) => (await call(`GET ${CONNECTION}`, { path: { connectionId } })).body;
const put = async (connectionId: string, body: object) =>
  assert.equal((await call(`PUT ${CONNECTION}`, { path: { connectionId }, body })).status, 200);

/** Returns the values of the parameters of a connection; 'secret' for a secret value. */
const valuesOf = async (connection: string): Promise<Record<string, string | null>> => {
  const rows = await platform.db.reader.rows<{ name: string; value: string | null }>(sql`
    select name, coalesce(plain_value, case when secret_value is not null then 'secret' end) as value
    from connection_parameter
    where connection_id = ${connection}
    order by position`);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
};

/** Creates a promotion of a task that names a connection. */
async function withConnection(parameters: Parameters<typeof makeConnection>[3], app = 'http') {
  const scene = await makePromotionScene(server);
  const workspace = await make.workspace({ environment: scene.source });
  const connection = await makeConnection(server, workspace.id, 'store', parameters, app);
  await makeTask(server, workspace, { name: 'load', connections: { http: connection } });
  return { scene, workspace, connection, promoted: () => idOf(server, 'connection', scene.target, 'store') };
}

const PARAMETERS = [
  { name: 'url', value: 'https://dev.example.com' },
  { name: 'password', value: SECRET, encrypted: true },
];

test('promotions.connections.secrets', async () => {
  const { scene, connection, promoted } = await withConnection(PARAMETERS);
  const analysis = await scene.analyze();
  const warning = "WARN The secret parameter 'password' of the connection 'store' is not promoted: set it in the target environment.";
  assert.deepEqual(reportedMessages(analysis, 'analyzeReport')['CONNECTION store'], ['CREATED', warning]);
  const first = await scene.promote();
  assert.equal(first.status, 'PROMOTION_WARNING');
  assert.deepEqual(reportedMessages(first)['CONNECTION store'], ['CREATED', warning]);
  const id = await promoted();
  assert.deepEqual(await valuesOf(id), { url: 'https://dev.example.com', password: null });
  const [url, password] = (await read(connection)).parameters;
  assert.deepEqual((await read(id)).parameters, [url, { ...password, valueMissing: true }]);

  assert.deepEqual(
    reportedMessages(await scene.promote())['CONNECTION store'],
    ['REUSED', warning],
    'the warning stays until the secret is set',
  );
  await put(id, {
    parameters: [
      { name: 'url', value: 'https://live.example.com' },
      { name: 'password', value: 'of the target', encrypted: true },
    ],
  });
  const last = await scene.promote();
  assert.deepEqual([last.status, reportedMessages(last)['CONNECTION store']], ['PROMOTED', ['REUSED']]);
  assert.deepEqual(await valuesOf(id), { url: 'https://live.example.com', password: 'secret' });

  const log = await readFile(join(server.home, 'server.log'), 'utf8');
  const record = await call('GET /processing/executions/promotions/{promotionExecutionId}', {
    path: { promotionExecutionId: first.executionId },
  });
  const kept = await platform.db.reader.rows(sql`select report, status_message, context from promotion_execution`);
  assert.notEqual(log, '');
  for (const text of [log, JSON.stringify([analysis, first, last, record.body, kept])]) assert.ok(!text.includes(SECRET));
});

test('a secret without a value in the source causes no warning', async () => {
  const { scene, promoted } = await withConnection([{ name: 'token', encrypted: true }]);
  assert.equal((await scene.promote()).status, 'PROMOTED');
  assert.deepEqual((await read(await promoted())).parameters, [{ name: 'token', encrypted: true, valueMissing: true }]);
});

test('promotions.connections.values', async () => {
  const { scene, workspace, connection, promoted } = await withConnection(PARAMETERS);
  await scene.promote();
  const id = await promoted();
  await put(id, { parameters: [{ name: 'url', value: 'https://live.example.com' }] });
  await put(connection, { parameters: [{ name: 'url', value: 'https://dev2.example.com' }] });
  assert.equal(statuses(await scene.promote())['CONNECTION store'], 'REUSED');
  assert.deepEqual(await valuesOf(id), { url: 'https://live.example.com' });

  const { target } = scene;
  const counterpart = (
    await call('GET /orchestration/workspaces', { query: { query: `environment.id==${target};name=='${workspace.name}'` } })
  ).body[0];
  const conflicting = await makeConnection(server, counterpart.id, 'other', [], 'postgresql');
  const source = await makeConnection(server, workspace.id, 'other', []);
  await makeTask(server, workspace, { name: 'second', connections: { http: source } });
  const answer = await scene.execute();
  assertRefused(answer, 501, 'promotion_failed');
  assert.match(answer.body.message, /'other' is for http.*for postgresql/);
  assert.equal((await read(conflicting)).app, 'postgresql');
});

test('promotions.connections.parameters', async () => {
  const { scene, connection, promoted } = await withConnection([{ name: 'url', value: 'https://dev.example.com' }]);
  await scene.promote();
  const id = await promoted();
  await put(connection, { parameters: [{ name: 'path', value: '/v2' }, ...PARAMETERS, { name: 'key', encrypted: true, value: SECRET }] });
  const report = await scene.promote();
  assert.equal(statuses(report)['CONNECTION store'], 'REPLACED');
  assert.match(reportedMessages(report)['CONNECTION store']?.join() ?? '', /'password'.*'key'/);
  assert.deepEqual(await valuesOf(id), { url: 'https://dev.example.com', path: '/v2', password: null, key: null });
  assert.ok((await read(id)).updateDate, 'the connection has a date of change');
});

test('promotions.connections.destination', async () => {
  const { scene, connection, promoted } = await withConnection(PARAMETERS);
  await scene.promote();
  const id = await promoted();
  await put(id, { parameters: [...PARAMETERS, { name: 'key', value: SECRET, encrypted: true }] });
  await put(connection, { parameters: [...PARAMETERS, { name: 'token', value: SECRET, encrypted: true }] });
  await scene.promote();
  const own = { url: 'https://dev.example.com', password: 'secret', key: 'secret' };
  assert.deepEqual(await valuesOf(id), { ...own, token: null }, 'a secret without a value sends no other one anywhere');

  await put(connection, { parameters: [...PARAMETERS, { name: 'proxy', value: 'evil.example.com' }] });
  const removed = (name: string) =>
    `WARN The secret parameter '${name}' of the connection 'store' in the target environment loses its value, because parameters are added that could send it to another place: set it again.`;
  const analysis = await scene.analyze();
  assert.deepEqual(reportedMessages(analysis, 'analyzeReport')['CONNECTION store'], ['REPLACED', removed('password'), removed('key')]);
  assert.deepEqual(await valuesOf(id), { ...own, token: null }, 'an analysis changes nothing');
  const report = await scene.promote();
  assert.equal(report.status, 'PROMOTION_WARNING');
  assert.deepEqual(reportedMessages(report)['CONNECTION store'], ['REPLACED', removed('password'), removed('key')]);
  assert.deepEqual(await valuesOf(id), { ...own, password: null, key: null, token: null, proxy: 'evil.example.com' });
});

test('promotions.connections.driver', async () => {
  const driven = [
    { name: 'jdbcUrl', value: 'jdbc:h2:tcp://dev.example.com/a' },
    { name: 'driverResource', value: crypto.randomUUID() },
    { name: 'driverClass', value: 'a.Driver' },
  ];
  const { scene, promoted } = await withConnection(driven);
  const missing = `WARN The JDBC driver of the connection 'store' is not promoted: upload it in the target environment, and set "driverResource" there.`;
  assert.deepEqual(reportedMessages(await scene.promote())['CONNECTION store'], ['CREATED', missing]);
  const id = await promoted();
  assert.deepEqual(await valuesOf(id), { jdbcUrl: 'jdbc:h2:tcp://dev.example.com/a', driverClass: 'a.Driver' });
  await put(id, { parameters: [{ name: 'driverResource', value: 'own' }] });
  assert.deepEqual(reportedMessages(await scene.promote())['CONNECTION store'], ['REUSED']);
  assert.deepEqual(await valuesOf(id), { driverResource: 'own' }, 'a driver of the target keeps all that decides which code it runs');
});
