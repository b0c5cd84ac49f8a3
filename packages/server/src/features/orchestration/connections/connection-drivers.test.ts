import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, type Right } from '@millrace/contract';
import { upload } from '../../../../test/support/bundles.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Sent } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';

const TABLES = ['connection', 'connection_parameter', 'catalog_connection', 'sharing', 'resource', 'blob'];
const CREATE = 'POST /orchestration/connections';
const REPLACE = 'PUT /orchestration/connections/{connectionId}';
const UPLOAD = 'PUT /orchestration/resources/{resourceId}/upload';
const MOVE = 'PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}';
const MOVE_RESOURCE = 'PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}';
const server = await startTestServer();
const { call, make, platform } = server;
const from = await make.workspace();
const to = await make.workspace({ environment: from.environment });
const URL = 'jdbc:h2:tcp://warehouse.example.com/finance';

const person = async (rights: Right[], target: Right[] = rights): Promise<string> =>
  (await make.user({ permissions: PERMISSIONS, rights: { [from.id]: rights, [to.id]: target } })).token;
const author = await person(['VIEW', 'AUTHOR', 'EXECUTE', 'MANAGE']);
const publisher = await person(['AUTHOR', 'PUBLISH']);
const jar = (await make.resource({ workspace: from.id })).id;

const listed = (parameters: Record<string, string>) => Object.entries(parameters).map(([name, value]) => ({ name, value }));
const DRIVEN = { jdbcUrl: URL, username: 'loader', driverResource: jar };
const body = (parameters: Record<string, string>) => ({
  name: crypto.randomUUID(),
  app: 'h2',
  workspaceId: from.id,
  parameters: listed(parameters),
});
const makeConnection = async (parameters: Record<string, string> = DRIVEN): Promise<string> => {
  const { status, body: made } = await call(CREATE, { body: body(parameters) });
  assert.equal(status, 201, JSON.stringify(made));
  return made.id;
};
/** The authors are refused, and everything stays; the publishers are not. */
async function requirePublish(route: string, sent: Sent, success: number): Promise<void> {
  const stored = () => platform.db.reader.rows(sql`select * from connection_parameter order by connection_id, name`);
  const before = await stored();
  const { body: refused } = await leavesNothing(server, route, { token: author, ...sent }, 403, 'right_missing', ...TABLES);
  assert.match(JSON.stringify(refused), /driverResource.*needs? the right PUBLISH/);
  assert.deepEqual(await stored(), before);
  const answer = await call(route, { token: publisher, ...sent });
  assert.equal(answer.status, success, JSON.stringify(answer.body));
}

test('connections.driver.publish', async () => {
  await requirePublish(CREATE, { body: body(DRIVEN) }, 201);
  const plain = { path: { connectionId: await makeConnection({ jdbcUrl: URL }) } };
  await requirePublish(REPLACE, { ...plain, body: { parameters: listed(DRIVEN) } }, 200);
  // A driver loads classes and runs statements by options of its URL.
  for (const change of [{ driverResource: crypto.randomUUID() }, { jdbcUrl: `${URL};INIT=RUNSCRIPT FROM 'a'` }, { driverClass: 'a.B' }])
    await requirePublish(
      REPLACE,
      { path: { connectionId: await makeConnection() }, body: { parameters: listed({ ...DRIVEN, ...change }) } },
      200,
    );
});

test('connections.driver.publish: an author changes all else of a connection with a driver, and removes the driver', async () => {
  const path = { connectionId: await makeConnection() };
  const replace = async (sent: object) => {
    const answer = await call(REPLACE, { token: author, path, body: sent });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  await replace({ name: 'renamed' });
  await replace({ parameters: [...listed({ ...DRIVEN, username: 'other' }), { name: 'password', value: 'swordfish', encrypted: true }] });
  await replace({ parameters: [...listed({ ...DRIVEN, username: 'other' }), { name: 'password', encrypted: true }] });
  await replace({ parameters: listed({ jdbcUrl: 'jdbc:postgresql://other.example.com/finance' }) });
  assertRefused(await call(REPLACE, { token: author, path, body: { parameters: listed(DRIVEN) } }), 403, 'right_missing');
});

test('catalog-connections.driver.publish', async () => {
  const sent = (properties: object) => ({ label: crypto.randomUUID(), properties });
  await requirePublish('POST /connections', { body: { ...sent(DRIVEN), workspaceId: from.id } }, 201);
  const replace = 'PUT /connections/{connectionId}';
  await requirePublish(replace, { path: { connectionId: await makeConnection({ jdbcUrl: URL }) }, body: sent(DRIVEN) }, 200);
  const path = { connectionId: await makeConnection() };
  await requirePublish(replace, { path, body: sent({ ...DRIVEN, jdbcUrl: `${URL};INIT=x` }) }, 200);
  const unchanged = await call(replace, { token: author, path, body: { label: 'renamed too' } });
  assert.equal(unchanged.status, 200, JSON.stringify(unchanged.body));
});

test('resources.driver.publish', async () => {
  const driver = (await make.resource({ workspace: from.id })).id;
  const path = { resourceId: driver };
  const content = () => ({ path, form: upload({}, Buffer.from(crypto.randomUUID())) });
  assert.equal((await call(UPLOAD, { token: author, ...content() })).status, 204, 'no connection names it');
  await makeConnection({ ...DRIVEN, driverResource: driver.toUpperCase() });
  const files = await server.files();
  await leavesNothing(server, UPLOAD, { token: author, ...content() }, 403, 'right_missing', ...TABLES);
  assert.deepEqual(await server.files(), files);
  assert.equal((await call(UPLOAD, { token: publisher, ...content() })).status, 204);
});

test('a driver is not exchanged by moves', async () => {
  const driver = (await make.resource({ workspace: from.id })).id;
  const connectionId = await makeConnection({ ...DRIVEN, driverResource: driver });
  const away = { path: { resourceId: driver, targetWorkspaceId: to.id } };
  assert.equal((await call(MOVE_RESOURCE, { token: author, ...away })).status, 200, 'nothing in the target names it');
  const uploaded = await call(UPLOAD, { token: author, path: { resourceId: driver }, form: upload({}, Buffer.from('evil')) });
  assert.equal(uploaded.status, 204);
  const back = { path: { resourceId: driver, targetWorkspaceId: from.id } };
  assertRefused(await call(MOVE_RESOURCE, { token: author, ...back }), 403, 'right_missing');
  const follow = { path: { connectionId, targetWorkspaceId: to.id } };
  assertRefused(await call(MOVE, { token: author, ...follow }), 403, 'right_missing');
  assertRefused(await call(MOVE, { token: await person(['AUTHOR', 'PUBLISH'], ['AUTHOR']), ...follow }), 403, 'right_missing');
  assert.equal((await call(MOVE, { token: await person(['AUTHOR'], ['AUTHOR', 'PUBLISH']), ...follow })).status, 200);
  const plain = { path: { connectionId: await makeConnection({ jdbcUrl: URL }), targetWorkspaceId: to.id } };
  assert.equal((await call(MOVE, { token: author, ...plain })).status, 200);
});
