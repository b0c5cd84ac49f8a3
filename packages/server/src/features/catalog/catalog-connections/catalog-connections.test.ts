import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { requiresOneOf, errorOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { catalogScene, OWNER, READER, WRITER } from './scene.fixture.ts';

const TABLES = ['connection', 'catalog_connection', 'connection_parameter', 'sharing', 'dataset'];
const server = await startTestServer();
const { call, make, platform } = server;
const scene = await catalogScene(server);
const CONNECTION = '/connections/{connectionId}';
const PASSWORD = 'swordfish-41d';

const read = async (connectionId: string) => (await call(`GET ${CONNECTION}`, { path: { connectionId } })).body;
const stored = async (connectionId: string) =>
  (await call('GET /orchestration/connections/{connectionId}', { path: { connectionId } })).body;
const put = (connectionId: string, body: object, token?: string) =>
  call(`PUT ${CONNECTION}`, { path: { connectionId }, body, ...(token !== undefined && { token }) });
const newBody = (properties: object, more: object = {}) => ({
  label: crypto.randomUUID(),
  workspaceId: scene.workspace.id,
  properties,
  ...more,
});
const refuseNew = (properties: object, status: number, code: string, more: object = {}) =>
  leavesNothing(server, 'POST /connections', { body: newBody(properties, more) }, status, code, ...TABLES);

test('catalog-connections.create.one', async () => {
  const properties = { jdbcUrl: 'jdbc:mysql://db.example.com/shop', user: 'loader' };
  const body = { ...newBody(properties), description: 'shop', tags: ['eu'], keepsSamples: true };
  const { status, body: made } = await call('POST /connections', { body });
  assert.equal(status, 201, JSON.stringify(made));
  assert.deepEqual(await read(made.id), made);
  const { label, description, tags, keepsSamples, enabled, datasetsCount, version, typeLabel, familyId } = made;
  assert.deepEqual(
    { label, description, tags, keepsSamples, enabled, datasetsCount, version, typeLabel, familyId },
    {
      label: body.label,
      description: 'shop',
      tags: ['eu'],
      keepsSamples: true,
      enabled: true,
      datasetsCount: 0,
      version: 0,
      typeLabel: 'JDBC',
      familyId: 'Jdbc',
    },
  );
  const connection = await stored(made.id);
  assert.deepEqual([connection.name, connection.app], [body.label, 'mysql']);
  assert.deepEqual(made.properties, { ...properties, host: 'db.example.com', database: 'shop' });
  const { body: list } = await call('GET /connections');
  const listed = list.find((one: { id: string }) => one.id === made.id);
  assert.deepEqual(listed.sharing, { isOwner: true, isSharedWithOthers: false });
  assert.ok(listed.entitlements.includes('CONNECTION_DELETE'));
});

test('a connection is created with the right AUTHOR on the workspace, and names are unique there', async () => {
  const permission = ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'] as const;
  const needs = { workspace: scene.workspace.id, right: 'AUTHOR' as const, permission };
  await requiresOneOf(server, needs, (token) => call('POST /connections', { token, body: newBody({}, { type: 'http' }) }), 201);
  const body = newBody({}, { type: 'http' });
  await call('POST /connections', { body });
  await leavesNothing(server, 'POST /connections', { body }, 409, 'connection_name_taken', ...TABLES);
});

test('catalog-connections.create.encrypted', async () => {
  const id = await scene.makeConnection({
    properties: { jdbcUrl: 'jdbc:postgresql://db.example.com:5433/finance', username: 'loader', password: PASSWORD, port: 1, ssl: true },
  });
  const made = await read(id);
  assert.deepEqual(made.properties, {
    jdbcUrl: 'jdbc:postgresql://db.example.com:5433/finance',
    username: 'loader',
    port: '5433',
    ssl: 'true',
    host: 'db.example.com',
    database: 'finance',
  });
  assert.ok(!JSON.stringify([await call('GET /connections'), await stored(id)]).includes(PASSWORD));
  const { encrypted } = await platform.db.reader.only<{ encrypted: boolean }>(
    sql`select encrypted from connection_parameter where connection_id = ${id} and name = 'password'`,
  );
  assert.equal(encrypted, true);
  // The answer of a read is accepted by a write, and the secret stays.
  assert.equal((await put(id, made)).status, 200);
  const { kept } = await platform.db.reader.only<{ kept: boolean }>(
    sql`select secret_value is not null as kept from connection_parameter where connection_id = ${id} and name = 'password'`,
  );
  assert.equal(kept, true);
});

test('catalog-connections.replace.destination', async () => {
  const jdbcUrl = 'jdbc:postgresql://db.example.com/finance';
  const properties = { jdbcUrl, username: 'loader', password: PASSWORD };
  const hasSecret = (id: string) =>
    platform.db.reader.any(sql`select from connection_parameter where connection_id = ${id} and secret_value is not null`);
  const moved = 'jdbc:postgresql://evil.example.com/finance';
  for (const sent of [{ jdbcUrl: moved, username: 'loader' }, { jdbcUrl, username: 'loader', socketFactory: 'x' }, { jdbcUrl }, {}]) {
    const id = await scene.makeConnection({ properties });
    const { status, body } = await put(id, { label: crypto.randomUUID(), properties: sent });
    assert.deepEqual([status, body.missingSecrets], [200, ['password']], JSON.stringify(sent));
    assert.equal(await hasSecret(id), false, JSON.stringify(sent));
    assert.deepEqual(await read(id), body);
  }
  const id = await scene.makeConnection({ properties });
  await put(id, { label: 'stays', properties: { username: 'loader', jdbcUrl } });
  const { missingSecrets } = (await put(id, { label: 'stays', description: 'x', tags: ['a'] })).body;
  assert.deepEqual([await hasSecret(id), missingSecrets], [true, undefined]);
  // A JDBC URL decides the application, also that of a connection whose parameters stay.
  const parameters = Object.entries({ jdbcUrl, host: 'db.example.com', database: 'finance' }).map(([name, value]) => ({ name, value }));
  const secret = { name: 'password', value: PASSWORD, encrypted: true };
  const body = { name: 'of another kind', workspaceId: scene.workspace.id, app: 'http', parameters: [...parameters, secret] };
  const other = (await call('POST /orchestration/connections', { body })).body.id;
  assert.equal((await put(other, { label: 'of another kind', properties: { jdbcUrl } })).status, 200);
  assert.deepEqual([(await stored(other)).app, await hasSecret(other)], ['postgresql', false]);
});

test('catalog-connections.create.url-secret', async () => {
  for (const properties of [
    { jdbcUrl: `jdbc:postgresql://db.example.com/finance?password=${PASSWORD}` },
    { jdbcUrl: 'jdbc:postgresql://db.example.com/', url: `https://me:${PASSWORD}@example.com/` },
  ]) {
    const { body } = await refuseNew(properties, 400, 'secret_in_url');
    assert.ok(!JSON.stringify(body).includes(PASSWORD));
  }
});

test('catalog-connections.create.type', async () => {
  await refuseNew({ url: 'x' }, 400, 'connection_type_missing');
  await refuseNew({ jdbcUrl: 'postgresql://db.example.com' }, 400, 'jdbc_url_malformed');
  const typeOf = async (type: string) => (await read(await scene.makeConnection({ type, properties: {} }))).typeLabel;
  assert.equal(await typeOf('postgresql'), 'JDBC');
  assert.equal(await typeOf('S3'), 'Amazon S3');
  assert.equal(await typeOf('Salesforce'), 'Custom');
  assert.equal(await typeOf((await read(scene.connection)).type), 'JDBC');
});

test('an engine of another tenant is unknown', async () => {
  const { id: cloudAgentId } = await make.engine({ tenant: await make.otherTenant() });
  await refuseNew({}, 404, 'not_found', { type: 'http', cloudAgentId });
  const { id: own } = await make.engine({ environment: scene.workspace.environment });
  assert.equal((await read(await scene.makeConnection({ cloudAgentId: own }))).cloudAgentId, own);
});

test('catalog-connections.access.level', async () => {
  const connectionId = await scene.makeConnection();
  const { token } = await make.user({ permissions: PERMISSIONS });
  assertRefused(await call(`GET ${CONNECTION}`, { token, path: { connectionId } }), 404, 'not_found');
  assert.deepEqual((await call('GET /connections', { token })).body, []);
  for (const level of [READER, WRITER]) {
    const person = await scene.person('connection', connectionId, level);
    assert.equal((await call(`GET ${CONNECTION}`, { token: person, path: { connectionId } })).status, 200);
    await leavesNothing(server, `DELETE ${CONNECTION}`, { token: person, path: { connectionId } }, 403, 'level_missing', ...TABLES);
  }
  const owner = await scene.person('connection', connectionId, OWNER);
  assert.equal((await call(`DELETE ${CONNECTION}`, { token: owner, path: { connectionId } })).status, 200);
});

test('catalog-connections.replace.adopt', async () => {
  const body = { name: 'of the workspace', workspaceId: scene.workspace.id, app: 'postgresql', parameters: [{ name: 'host', value: 'h' }] };
  const { id } = (await call('POST /orchestration/connections', { body })).body;
  assertRefused(await call(`GET ${CONNECTION}`, { path: { connectionId: id } }), 404, 'not_found');
  const author = await make.user({ permissions: PERMISSIONS, rights: { [scene.workspace.id]: ['AUTHOR'] } });
  assert.equal((await put(id, { label: 'in the catalogue' }, author.token)).status, 200);
  const { body: made } = await call(`GET ${CONNECTION}`, { token: author.token, path: { connectionId: id } });
  assert.deepEqual([made.label, made.owner, made.properties, made.typeLabel], ['in the catalogue', author.id, { host: 'h' }, 'JDBC']);
  assert.equal((await stored(id)).name, 'in the catalogue');
  assert.equal((await put(id, { label: 'again', tags: ['a'], enabled: false })).status, 200);
  const { body: changed } = await call(`GET ${CONNECTION}`, { token: author.token, path: { connectionId: id } });
  assert.deepEqual([changed.label, changed.tags, changed.enabled, changed.version], ['again', ['a'], false, 1]);
  const reader = await make.user({ permissions: PERMISSIONS, rights: { [scene.workspace.id]: ['VIEW'] } });
  await leavesNothing(
    server,
    `PUT ${CONNECTION}`,
    { token: reader.token, path: { connectionId: id }, body: { label: 'x' } },
    403,
    'right_missing',
  );
});

test('catalog-connections.delete.use', async () => {
  const connectionId = await scene.makeConnection();
  const datasetId = await scene.dataset({ label: 'In the way', connectionId });
  const path = { connectionId };
  const { body } = await leavesNothing(server, `DELETE ${CONNECTION}`, { path }, 409, 'connection_in_use', ...TABLES);
  assert.match(body.message, /'In the way'/);
  const owner = await scene.person('connection', connectionId, OWNER);
  const hidden = await leavesNothing(server, `DELETE ${CONNECTION}`, { path, token: owner }, 409, 'connection_in_use', ...TABLES);
  assert.match(hidden.body.message, /1 that you cannot see/);
  await leavesNothing(server, 'DELETE /orchestration/connections/{connectionId}', { path }, 409, 'connection_in_use', ...TABLES);
  await call('DELETE /datasets/{datasetId}', { path: { datasetId } });
  assert.equal((await call(`DELETE ${CONNECTION}`, { path })).status, 200);
});

test('catalog-connections.delete.use: a workspace or environment with such a connection stays', async () => {
  const workspace = await make.workspace({ environment: await make.environment() });
  const connectionId = await scene.makeConnection({ workspaceId: workspace.id });
  const datasetId = await scene.dataset({ connectionId });
  const tables = [...TABLES, 'workspace', 'environment'];
  await leavesNothing(server, 'DELETE /orchestration/workspaces/{id}', { path: { id: workspace.id } }, 409, 'workspace_in_use', ...tables);
  await leavesNothing(
    server,
    'DELETE /orchestration/environments/{Id}',
    { path: { Id: workspace.environment } },
    403,
    'environment_in_use',
    ...tables,
  );
  await call('DELETE /datasets/{datasetId}', { path: { datasetId } });
  assert.equal((await call('DELETE /orchestration/workspaces/{id}', { path: { id: workspace.id } })).status, 204);
});

test('catalog-connections.delete.stays', async () => {
  const connectionId = await scene.makeConnection();
  const { status, body } = await call(`DELETE ${CONNECTION}`, { path: { connectionId } });
  assert.equal(status, 200);
  assert.equal(body.id, connectionId);
  assertRefused(await call(`GET ${CONNECTION}`, { path: { connectionId } }), 404, 'not_found');
  assert.equal((await stored(connectionId)).parameters.length, 5);
});

test('catalog-connections.list.query', async () => {
  const id = await scene.makeConnection({ label: 'Query me', tags: ['unique-tag'] });
  const find = async (serviceQlQuery: string) =>
    (await call('GET /connections', { query: { serviceQlQuery } })).body.map((one: { id: string }) => one.id);
  for (const query of ["label = 'query ME'", "tags = 'unique-tag'", `id = '${id}' and typeLabel = 'JDBC'`, "* ~ 'Query.me'"])
    assert.deepEqual(await find(query), [id], query);
  assert.deepEqual(await find("label = 'query me' and datasetsCount > 0"), []);
  const { status, body } = await call('GET /connections', { query: { serviceQlQuery: 'sharing = 1' } });
  assert.deepEqual([status, errorOf(body).code], [400, 'malformed_filter']);
  assert.match(body.message, /at character 1: 'sharing' is no field/);
});

test('catalog-connections.test.same', async () => {
  const connectionId = await scene.makeConnection({
    properties: { jdbcUrl: 'jdbc:postgresql://127.0.0.1:1/none', username: 'u', password: PASSWORD },
  });
  const own = await call(`POST ${CONNECTION}/test`, { path: { connectionId } });
  const other = await call('POST /orchestration/connections/{connectionId}/test', { path: { connectionId } });
  assert.deepEqual([own.status, own.body], [200, other.body]);
  assert.equal(own.body.success, false);
  assert.ok(!JSON.stringify(own.body).includes(PASSWORD));
});
