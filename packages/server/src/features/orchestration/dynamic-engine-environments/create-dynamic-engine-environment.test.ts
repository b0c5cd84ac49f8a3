import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/dynamic-engine-environments';
const GET = 'GET /orchestration/dynamic-engine-environments/{environmentId}';
const TABLES = ['environment', 'workspace', 'dynamic_engine_environment'];
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const manager = { permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] } as const;

test('creates a dynamic-engine environment with the values of the body', async () => {
  const { token, login } = await make.user(manager);
  const body = {
    name: 'Pods',
    description: 'What runs as pods',
    workspaceName: 'w',
    logStrategy: 'CONTROL_PLANE',
    metricsStrategy: 'DYNAMIC_ENGINE',
  };
  const { status, body: created } = await call(ROUTE, { token, body });
  assert.equal(status, 201);
  const { id, creationDate, ...rest } = created;
  assert.deepEqual(rest, {
    name: 'Pods',
    description: 'What runs as pods',
    status: 'NOT_ASSIGNED',
    logStrategy: 'CONTROL_PLANE',
    metricsStrategy: 'DYNAMIC_ENGINE',
    createdBy: login,
    lastModifiedBy: login,
    lastModifiedDate: creationDate,
    creatorType: 'HUMAN',
    modifierType: 'HUMAN',
  });
  assert.deepEqual((await call(GET, { path: { environmentId: id } })).body, created);
  const { body: listed } = await call('GET /orchestration/environments', { query: { query: `id==${id}` } });
  assert.equal(listed.length, 1, 'it is an environment, too');
});

test('dynamic-engine-environments.create.strategies', async () => {
  const { body } = await call(ROUTE, { body: { name: 'Defaults', workspaceName: 'w', logStrategy: null, description: null } });
  assert.deepEqual([body.logStrategy, body.metricsStrategy, body.description], ['NONE', 'NONE', '']);
});

test('dynamic-engine-environments.create.trim', async () => {
  const { body } = await call(ROUTE, { body: { name: ' \t Trimmed ', workspaceName: ' Own ' } });
  assert.equal(body.name, 'Trimmed');
  await leavesNothing(server, ROUTE, { body: { name: '  Trimmed', workspaceName: 'w' } }, 409, 'environment_name_taken', ...TABLES);
});

test('dynamic-engine-environments.create.name', async () => {
  await make.environment({ name: 'Taken by another kind' });
  await call(ROUTE, { body: { name: 'Taken', workspaceName: 'w' } });
  for (const name of ['Taken', 'Taken by another kind'])
    await leavesNothing(server, ROUTE, { body: { name, workspaceName: 'w' } }, 409, 'environment_name_taken', ...TABLES);
  const path = { environmentId: await make.dynamicEnvironment() };
  const PUT = 'PUT /orchestration/dynamic-engine-environments/{environmentId}';
  assertRefused(await call(PUT, { path, body: { name: 'Taken' } }), 409, 'environment_name_taken');
  const other = await make.user({ ...manager, tenant: await make.otherTenant() });
  assert.equal((await call(ROUTE, { token: other.token, body: { name: 'Taken', workspaceName: 'w' } })).status, 201);
});

test('dynamic-engine-environments.create.workspace', async () => {
  const owner = await make.user();
  const { body } = await call(ROUTE, { body: { name: 'Owned', workspaceName: 'First', owner: owner.login } });
  const rows = await platform.db.reader.rows(sql`
    select w.name, w.type, w.owner_id as owner
    from workspace w
    where w.environment_id = ${body.id}`);
  assert.deepEqual(rows, [{ name: 'First', type: 'custom', owner: owner.id }]);
  for (const login of ['nobody', ''])
    await leavesNothing(server, ROUTE, { body: { name: 'Unowned', workspaceName: 'w', owner: login } }, 400, 'owner_unknown', ...TABLES);
});

test('dynamic-engine-environments.create.unassigned', async () => {
  const { body } = await call(ROUTE, { body: { name: 'Fresh', workspaceName: 'First' } });
  assert.deepEqual([body.status, 'deId' in body, 'linkId' in body], ['NOT_ASSIGNED', false, false]);
  const sent = { body: { name: 'Second', environmentId: body.id } };
  assert.equal((await call('POST /orchestration/workspaces', sent)).status, 201, 'orchestration is possible at once');
});

test('refuses a malformed body', async () => {
  const fits = { name: 'Fits', workspaceName: 'w' };
  for (const body of [
    {},
    { name: 'Fits' },
    { workspaceName: 'w' },
    { ...fits, name: ' ' },
    { ...fits, name: 'x'.repeat(256) },
    { ...fits, workspaceName: '' },
    { ...fits, description: 'x'.repeat(4001) },
    { ...fits, logStrategy: 'SOME' },
    { ...fits, metricsStrategy: 7 },
    { ...fits, maxCloudContainers: 1 },
  ])
    await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', ...TABLES);
});

test('dynamic-engine-environments.1.permission', async () => {
  const environmentId = await make.dynamicEnvironment();
  const { token } = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT', 'SVC_OPERATOR', 'DYN_ENGINE_READ'] });
  const allowed = (await make.user(manager)).token;
  const stranger = (await make.user({ ...manager, tenant: await make.otherTenant() })).token;
  const path = { environmentId };
  for (const [route, sent, success] of [
    [ROUTE, { body: { name: 'Allowed', workspaceName: 'w' } }, 201],
    [GET, { path }, 200],
    ['PUT /orchestration/dynamic-engine-environments/{environmentId}', { path, body: { description: 'x' } }, 200],
    ['POST /orchestration/dynamic-engine-environments/search', { body: {} }, 200],
    ['DELETE /orchestration/dynamic-engine-environments/{environmentId}', { path }, 204],
  ] as const) {
    assertRefused(await call(route, { ...sent, token: undefined }), 401, 'not_signed_in');
    assertRefused(await call(route, { ...sent, token }), 403, 'forbidden');
    if ('path' in sent) assertRefused(await call(route, { ...sent, token: stranger }), 404, 'not_found');
    assert.equal((await call(route, { ...sent, token: allowed })).status, success);
  }
});

test('an environment of the other kind, an unknown one and a malformed id are refused', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const route = `${method} /orchestration/dynamic-engine-environments/{environmentId}`;
    const sent = method === 'PUT' ? { body: { name: 'x' } } : {};
    for (const environmentId of [await make.environment(), crypto.randomUUID()])
      assertRefused(await call(route, { ...sent, path: { environmentId } }), 404, 'not_found');
    assertRefused(await call(route, { ...sent, path: { environmentId: '42' } }), 400, 'malformed_request');
  }
});

test('authentication.2.stated-permission', async () => {
  const { token } = await make.user({ permissions: PERMISSIONS.filter((one) => !/ENVIRONMENT|CLUSTER/.test(one)) });
  const path = { environmentId: await make.dynamicEnvironment() };
  const below = '/orchestration/dynamic-engine-environments';
  for (const [route, sent] of [
    [`POST ${below}`, { body: { name: 'x', workspaceName: 'w' } }],
    [`GET ${below}/{environmentId}`, {}],
    [`PUT ${below}/{environmentId}`, { body: {} }],
    [`DELETE ${below}/{environmentId}`, {}],
    [`POST ${below}/{environmentId}/connection`, { query: { dynamicEngineId: crypto.randomUUID() } }],
    [`DELETE ${below}/{environmentId}/connection`, {}],
    [`POST ${below}/search`, {}],
  ] as const) {
    assertRefused(await call(route, { path, ...sent, token: undefined }), 401, 'not_signed_in');
    assertRefused(await call(route, { path, ...sent, token }), 403, 'forbidden');
  }
});
