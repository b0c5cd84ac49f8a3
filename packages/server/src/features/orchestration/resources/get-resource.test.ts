import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const ROUTE = 'GET /orchestration/resources/{resourceId}';

test('resources.get.right', async () => {
  const { id, workspace } = await make.resource();
  await requiresOneOf(server, { workspace, right: 'VIEW' }, (token) => call(ROUTE, { token, path: { resourceId: id } }), 200);
});

test('refuses ids that are unknown or malformed', async () => {
  assertRefused(await call(ROUTE, { path: { resourceId: crypto.randomUUID() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { resourceId: 'x' } }), 400, 'malformed_request');
});

test('omits the description of a resource without one', async () => {
  const { id } = await make.resource({ name: 'bare', file: false });
  const { status, body } = await call(ROUTE, { path: { resourceId: id } });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body).toSorted(), ['file', 'id', 'name', 'workspaceInfo']);
  assert.deepEqual([body.name, body.file], ['bare', false]);
});
