import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/executables/plans';
const server = await startTestServer();
const { call, make } = server;

const north = await make.workspace();
const south = await make.workspace({ environment: north.environment });
const elsewhere = await make.workspace();
const load = await make.task({ workspace: north.id });
const mail = await make.task({ workspace: south.id });
const alpha = await make.plan({ workspace: north.id, name: 'Alpha load', steps: [[load.id], [mail.id]] });
const beta = await make.plan({ workspace: north.id, name: 'beta 100%', handler: { tasks: [mail.id], plans: [alpha.id] } });
const gamma = await make.plan({ workspace: south.id, name: 'gamma', steps: [[load.id], [load.id]] });
const delta = await make.plan({ workspace: elsewhere.id, name: 'alpha too' });
const plans = { alpha, beta, gamma, delta };
const nameOf = (id: string): string => Object.entries(plans).find(([, plan]) => plan.id === id)?.[0] ?? id;
const list = async (query: Record<string, unknown>, token?: string): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { query, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.items.length);
  return body.items.map((item: { executable: string }) => nameOf(item.executable)).toSorted();
};

test('a plan of the list equals the plan that is read by its id', async () => {
  const { body } = await call(ROUTE, { query: { planId: beta.id } });
  const read = await call('GET /orchestration/executables/plans/{planId}', { path: { planId: beta.id } });
  assert.deepEqual(body.items, [read.body]);
  assert.equal(body.items[0].chart.stepOnException.flows.length, 2);
});

test('plans.list.visible', async () => {
  assert.deepEqual(await list({}), ['alpha', 'beta', 'delta', 'gamma']);
  const viewer = await make.user({ rights: { [north.id]: ['VIEW'], [elsewhere.id]: ['EXECUTE'] } });
  assert.deepEqual(await list({}, viewer.token), ['alpha', 'beta', 'delta']);
  const manager = await make.user({ permissions: PERMISSIONS });
  assert.deepEqual(await list({}, manager.token), [], 'a permission does not replace a right');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS, rights: { [north.id]: ['VIEW'] } });
  assert.deepEqual(await list({}, stranger.token), []);
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
});

test('plans.list.place', async () => {
  assert.deepEqual(await list({ environmentId: north.environment }), ['alpha', 'beta', 'gamma']);
  assert.deepEqual(await list({ workspaceId: south.id }), ['gamma']);
  assert.deepEqual(await list({ environmentId: north.environment, workspaceId: north.id }), ['alpha', 'beta']);
  const query = { environmentId: elsewhere.environment, workspaceId: north.id };
  assertRefused(await call(ROUTE, { query }), 400, 'workspace_outside_environment');
  assert.deepEqual(await list({ environmentId: newId() }), []);
  assert.deepEqual(await list({ workspaceId: newId() }), []);
});

test('plans.list.words', async () => {
  assert.deepEqual(await list({ words: 'ALPH' }), await list({ name: 'alpha' }));
  assert.deepEqual(await list({ words: 'bteta 100%' }), ['beta']);
  assert.deepEqual(await list({ words: '100% beta' }), ['beta']);
  assert.deepEqual(await list({ words: 'beta alpha' }), []);
  assertRefused(await call(ROUTE, { query: { words: ' ' } }), 400, 'malformed_request');
});

test('plans.list.name', async () => {
  assert.deepEqual(await list({ name: 'ALPHA' }), ['alpha', 'delta']);
  assert.deepEqual(await list({ name: 'load' }), [], 'only the beginning counts');
  assert.deepEqual(await list({ name: 'beta 100%' }), ['beta']);
  assert.deepEqual(await list({ name: '%' }), [], 'a wildcard is compared literally');
});

test('plans.list.task', async () => {
  assert.deepEqual(await list({ taskId: load.id }), ['alpha', 'gamma']);
  assert.deepEqual(await list({ taskId: mail.id }), ['alpha', 'beta'], 'an error handler counts too');
  assert.deepEqual(await list({ taskId: mail.id, workspaceId: south.id }), []);
  assert.deepEqual(await list({ taskId: newId() }), []);
});

test('plans.list.plan', async () => {
  assert.deepEqual(await list({ planId: alpha.id }), ['alpha'], 'not those whose error handlers name it');
  assert.deepEqual(await list({ planId: newId() }), []);
});

test('pages are ordered by name, without gaps or repetitions', async () => {
  const names: string[] = [];
  for (let offset = 0; offset < 4; offset += 1) {
    const { body } = await call(ROUTE, { query: { limit: 1, offset } });
    assert.deepEqual([body.limit, body.offset, body.total, body.items.length], [1, offset, 4, 1]);
    names.push(nameOf(body.items[0].executable));
  }
  assert.equal(new Set(names).size, 4);
  assert.deepEqual((await call(ROUTE, { query: { offset: 4 } })).body, { items: [], limit: 100, offset: 4, total: 4 });
  for (const query of [{ limit: 0 }, { limit: 101 }, { offset: -1 }, { limit: 'all' }, { taskId: 'x' }])
    assertRefused(await call(ROUTE, { query }), 400, 'malformed_request');
});
