import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/projects';
const server = await startTestServer();
const { call, make } = server;

const URL = 'https://git.example.com/load.git';
let number = 0;
const createProject = async (changes: object = {}) => {
  const { status, body } = await call('POST /orchestration/projects', {
    body: { name: `Project ${(number += 1)}`, owner: 'admin', url: URL, ...changes },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};

for (const name of ['Load', 'unload 100%', 'Report']) await createProject({ name });
const list = async (query: object, token?: string): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { query: { ...query }, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.items.length);
  return body.items.map(({ name }: { name: string }) => name).toSorted();
};

test('projects.list.name', async () => {
  assert.deepEqual(await list({}), ['Load', 'Report', 'unload 100%']);
  assert.deepEqual(await list({ projectName: 'LOAD' }), ['Load', 'unload 100%']);
  assert.deepEqual(await list({ projectName: '0%' }), ['unload 100%']);
  assert.deepEqual(await list({ projectName: '_' }), [], 'a wildcard has no special meaning');
});

test('does not list projects of another tenant', async () => {
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_PROJECT_MANAGEMENT'] });
  assert.deepEqual(await list({}, stranger.token), []);
  assertRefused(await call(ROUTE, { token: (await make.user()).token }), 403, 'forbidden');
});
