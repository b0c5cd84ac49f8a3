// run: own server because it sets MILLRACE_REQUESTS_PER_MINUTE
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesRows, assertRefused } from '../../../test/support/refusals.ts';
import { startTestServer } from '../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_REQUESTS_PER_MINUTE: '3', MILLRACE_ROLE: 'api' });
const { call, make } = server;

const START = 'POST /processing/executions';
const READ = 'GET /processing/executions/{executionId}';

test('requests.rate.refused', async () => {
  const task = await make.task();
  const started: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const { status, body } = await call(START, { body: { executable: task.id } });
    assert.equal(status, 201);
    started.push(body.executionId);
  }
  await changesRows(server, { task_execution: 0, live_execution: 0 }, async () => {
    const refused = await call(START, { body: { executable: task.id } });
    assertRefused(refused, 429, 'too_many_requests');
    const wait = refused.headers.get('retry-after');
    assert.match(wait ?? '', /^([1-9]|1\d|20)$/);
    assert.deepEqual(
      ['limit', 'remaining', 'reset'].map((name) => refused.headers.get(`x-ratelimit-${name}`)),
      ['3', '0', wait],
    );
    assert.match(refused.body.message, new RegExp(`wait ${wait} seconds`));
    assertRefused(await call(START, { body: { executable: 'no id', more: true } }), 429, 'too_many_requests');
    assertRefused(await call(START, { token: 'mrp_unknown', body: {} }), 401, 'not_signed_in');
  });

  const path = { executionId: started[0] ?? '' };
  for (let index = 0; index < 3; index += 1) assert.equal((await call(READ, { path })).status, 200, 'another operation');
  assertRefused(await call(READ, { path }), 429, 'too_many_requests');
  assertRefused(await call(READ, { path: { executionId: crypto.randomUUID() } }), 429, 'too_many_requests');
  const other = await make.user({ permissions: ['SVC_OPERATOR'] });
  assertRefused(await call(READ, { token: other.token, path: { executionId: 'no id' } }), 400, 'malformed_request');
  for (let index = 0; index < 5; index += 1)
    assert.equal((await call('GET /orchestration/workspaces')).status, 200, 'an operation that lists no 429');
});

test('rates.limits.refused', async () => {
  const { token } = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const ROUTE = 'GET /security/ip-allowlist/ips';
  for (let index = 0; index < 3; index += 1) assert.notEqual((await call(ROUTE, { token })).status, 429);
  const { status, headers } = await call(ROUTE, { token });
  assert.equal(status, 429);
  assert.deepEqual(
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`)),
    ['3', '0', headers.get('retry-after')],
  );
});
