import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /processing/runtimes/dynamic-engines';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;
const manager = { permissions: ['SVC_CLUSTER_MANAGEMENT'] } as const;

test('creates a dynamic engine that waits for its operator', async () => {
  const { token, login } = await make.user(manager);
  const { status, body } = await call(ROUTE, { token, body: { name: ' Cluster one ', description: 'Beside the warehouse' } });
  assert.equal(status, 201);
  const { id, creationDate, ...rest } = body;
  assert.deepEqual(rest, {
    name: 'Cluster one',
    description: 'Beside the warehouse',
    state: 'CREATING',
    lastModifiedDate: creationDate,
    lastModifiedStateDate: creationDate,
    createdBy: login,
    lastModifiedBy: login,
  });
  assert.deepEqual((await call('GET /processing/runtimes/dynamic-engines/{id}', { path: { id } })).body, body);
  const { status: second, body: without } = await call(ROUTE, { body: { name: 'Cluster one', description: null } });
  assert.deepEqual([second, without.description], [201, ''], 'two engines may share a name');
});

test('dynamic-engines.create.permission', async () => {
  const body = { name: 'Allowed' };
  assertRefused(await call(ROUTE, { token: undefined, body }), 401, 'not_signed_in');
  const { token } = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_ENVIRONMENT_MANAGEMENT', 'DYN_ENGINE_READ'] });
  await leavesNothing(server, ROUTE, { token, body }, 403, 'forbidden', 'dynamic_engine');
  const allowed = (await make.user(manager)).token;
  const { body: created } = await call(ROUTE, { token: allowed, body });

  const path = { id: created.id };
  const replace = { path, body: { name: 'Other', description: '' } };
  for (const [route, sent] of [
    ['PUT /processing/runtimes/dynamic-engines/{id}', replace],
    ['DELETE /processing/runtimes/dynamic-engines/{id}', { path }],
  ] as const) {
    assertRefused(await call(route, { ...sent, token: undefined }), 401, 'not_signed_in');
    await leavesNothing(server, route, { ...sent, token }, 403, 'forbidden', 'dynamic_engine');
    assert.equal((await call(route, { ...sent, token: allowed })).status, 200);
  }
});

test('dynamic-engines.limits.name', async () => {
  assert.equal((await call(ROUTE, { body: { name: '機'.repeat(255) } })).status, 201);
  for (const name of [undefined, null, '', ' \t', 7, 'x'.repeat(256), 'NUL \0 inside'])
    await leavesNothing(server, ROUTE, { body: { name } }, 400, 'malformed_request', 'dynamic_engine');
});

test('dynamic-engines.limits.description', async () => {
  assert.equal((await call(ROUTE, { body: { name: 'Described', description: 'x'.repeat(1024) } })).status, 201);
  for (const description of ['x'.repeat(1025), 7])
    await leavesNothing(server, ROUTE, { body: { name: 'Described', description } }, 400, 'malformed_request', 'dynamic_engine');
});

test('a refusal has a title, details, the code, the path and the id of the request', async () => {
  const { status, body, headers } = await call(ROUTE, { body: {} });
  assert.equal(status, 400);
  const { details, requestId, ...rest } = body;
  assert.deepEqual(rest, {
    type: 'about:blank',
    title: 'Invalid request',
    status: 400,
    code: 'malformed_request',
    instance: '/processing/runtimes/dynamic-engines',
  });
  assert.match(details, /name/);
  assert.equal(requestId, headers.get('x-request-id'));
});
