import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { boundSchedule } from '../../../../test/support/bind.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { RECEIVING } from '../../../../test/support/webhook-triggers.ts';

const ROUTE = 'POST /orchestration/executables/tasks/search';
const server = await startTestServer();
const { call, make } = server;

const north = await make.workspace();
const south = await make.workspace({ environment: north.environment });
const elsewhere = await make.workspace();
const engine = await make.engine({ environment: north.environment });
const tasks = {
  alpha: await make.task({ workspace: north.id, name: 'Load alpha', tags: ['daily', 'sales'] }),
  beta: await make.task({ workspace: north.id, name: 'beta 100%', engine: engine.id, tags: ['sales'] }),
  gamma: await make.task({ workspace: south.id, name: 'gamma', configured: false }),
  delta: await make.task({ workspace: elsewhere.id, name: 'alpha too' }),
};
const nameOf = (id: string): string => Object.entries(tasks).find(([, task]) => task.id === id)?.[0] ?? id;
const search = async (body: Record<string, unknown>, token?: string): Promise<string[]> => {
  const { status, body: page } = await call(ROUTE, { body, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(page));
  assert.equal(page.total, page.items.length);
  return page.items.map((item: { executable: string }) => nameOf(item.executable)).toSorted();
};

test('tasks.search.place', async () => {
  assert.deepEqual(await search({ environmentId: north.environment }), ['alpha', 'beta', 'gamma']);
  assert.deepEqual(await search({ workspaceId: south.id }), ['gamma']);
  assert.deepEqual(await search({}), ['alpha', 'beta', 'delta', 'gamma']);
  assert.deepEqual(await search({ environmentId: newId() }), []);
  assertRefused(await call(ROUTE, { body: { environmentId: north.environment, workspaceId: north.id } }), 400, 'malformed_request');
});

test('tasks.search.name', async () => {
  assert.deepEqual(await search({ name: 'ALPHA' }), ['alpha', 'delta']);
  assert.deepEqual(await search({ name: '0%' }), ['beta']);
  assert.deepEqual(await search({ name: '_eta' }), [], 'a wildcard is compared literally');
});

test('tasks.search.tags', async () => {
  assert.deepEqual(await search({ tags: ['sales'] }), ['alpha', 'beta']);
  assert.deepEqual(await search({ tags: ['sales', 'daily'] }), ['alpha']);
  assert.deepEqual(await search({ tags: ['sales', 'weekly'] }), []);
  assert.deepEqual(await search({ tags: [] }), ['alpha', 'beta', 'delta', 'gamma']);
});

test('tasks.search.trigger', async () => {
  assert.deepEqual(await search({ triggerType: 'manual' }), ['alpha', 'beta', 'delta', 'gamma']);
  assert.deepEqual(await search({ triggerType: 'MANUAL', environmentId: north.environment }), ['alpha', 'beta', 'gamma']);
  assert.deepEqual(await search({ triggerType: 'once' }), []);
  assertRefused(await call(ROUTE, { body: { triggerType: 'hourly' } }), 400, 'malformed_request');
});

test('tasks.search.profile', async () => {
  assert.deepEqual(await search({ runtimeRunProfileId: newId(), runtimeType: 'CLOUD' }), []);
  assertRefused(await call(ROUTE, { body: { runtimeRunProfileId: newId() } }), 400, 'malformed_request');
});

test('filters by artifact, runtime type and engine', async () => {
  assert.deepEqual(await search({ artifactId: tasks.gamma.artifact }), ['gamma']);
  assert.deepEqual(await search({ runtimeType: 'REMOTE_ENGINE' }), ['beta']);
  assert.deepEqual(await search({ runtimeId: engine.id, tags: ['sales'] }), ['beta']);
  assert.deepEqual(await search({ runtimeType: 'CLOUD', workspaceId: north.id }), ['alpha']);
});

test('tasks.list.visible: a search finds only tasks that its caller may see', async () => {
  const viewer = await make.user({ rights: { [south.id]: ['EXECUTE'] } });
  assert.deepEqual(await search({}, viewer.token), ['gamma']);
  const stranger = await make.user({ tenant: await make.otherTenant(), rights: { [north.id]: ['VIEW'] } });
  assert.deepEqual(await search({}, stranger.token), []);
  assertRefused(await call(ROUTE, { token: undefined, body: {} }), 401, 'not_signed_in');
});

test('pages are ordered by name', async () => {
  const names: string[] = [];
  for (let offset = 0; offset < 4; offset += 1) {
    const { body } = await call(ROUTE, { body: { limit: 1, offset } });
    assert.deepEqual([body.limit, body.offset, body.total, body.items.length], [1, offset, 4, 1]);
    names.push(nameOf(body.items[0].executable));
  }
  assert.equal(new Set(names).size, 4);
});

test('tasks.search.count', async () => {
  const { body } = await call(ROUTE, { body: { limit: 0 } });
  assert.deepEqual(body, { items: [], limit: 0, offset: 0, total: 4 });
  assertRefused(await call(ROUTE, { body: { limit: -1 } }), 400, 'malformed_request');
});

test('triggers.get.type: a search compares the trigger that the run configuration shows', async () => {
  const workspace = await make.workspace({ environment: await make.environment({ name: 'search' }) });
  const makeTaskWith = async (trigger: object): Promise<string> => {
    const { id } = await make.task({ ...RECEIVING, workspace: workspace.id });
    const body = { trigger, runtime: { type: 'CLOUD' } };
    assert.equal((await call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: id }, body })).status, 200);
    return id;
  };
  const own = {
    daily: await makeTaskWith({ type: 'DAILY', interval: 1, startTime: '06:00' }),
    cron: await makeTaskWith({ type: 'CRON', cronExpression: '0 6 * * ?' }),
    webhook: await makeTaskWith({ type: 'WEBHOOK', webhook: { name: 'hook' } }),
    manual: await makeTaskWith({ type: 'MANUAL' }),
  };
  const scheduled = await make.task({ workspace: workspace.id });
  await boundSchedule(server, scheduled);
  for (const [triggerType, id] of Object.entries({ ...own, multiple: scheduled.id }))
    assert.deepEqual(await search({ workspaceId: workspace.id, triggerType }), [id], triggerType);
});
