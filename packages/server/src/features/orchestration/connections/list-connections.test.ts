import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/connections';
const { call, make } = await startTestServer();
const [first, elsewhere] = [await make.workspace(), await make.workspace()];
const second = await make.workspace({ environment: first.environment });

const names = async (query: Record<string, unknown> = {}, token?: string): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { query, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total >= body.items.length, true);
  return body.items.map(({ name }: { name: string }) => name);
};

before(async () => {
  for (const [workspaceId, name] of [
    [first.id, 'Beta'],
    [first.id, 'Alpha 100%'],
    [second.id, 'Gamma'],
    [elsewhere.id, 'Delta'],
  ]) {
    const parameters = [{ name: 'password', value: 'swordfish-7c1', encrypted: true }];
    assert.equal((await call('POST /orchestration/connections', { body: { name, workspaceId, app: 'Custom', parameters } })).status, 201);
  }
});

test('connections.list.place', async () => {
  assert.deepEqual(await names(), ['Alpha 100%', 'Beta', 'Delta', 'Gamma']);
  assert.deepEqual(await names({ workspaceId: first.id }), ['Alpha 100%', 'Beta']);
  assert.deepEqual(await names({ environmentId: first.environment }), ['Alpha 100%', 'Beta', 'Gamma']);
  assert.deepEqual(await names({ environmentId: first.environment, workspaceId: second.id }), ['Gamma']);
  assert.deepEqual(await names({ name: 'ALPHA' }), ['Alpha 100%']);
  assert.deepEqual(await names({ name: '%' }), ['Alpha 100%']);
  assert.deepEqual(await names({ name: 'nothing' }), []);
  assert.deepEqual(await names({ workspaceId: newId() }), []);
  assertRefused(
    await call(ROUTE, { query: { environmentId: first.environment, workspaceId: elsewhere.id } }),
    400,
    'workspace_outside_environment',
  );
});

test('connections.list.visible', async () => {
  const viewer = await make.user({ rights: { [second.id]: ['VIEW'] } });
  const { body } = await call(ROUTE, { token: viewer.token });
  assert.deepEqual([body.total, body.items.map(({ name }: { name: string }) => name)], [1, ['Gamma']]);
  const stranger = await make.user({ tenant: await make.otherTenant() });
  assert.deepEqual(await names({}, stranger.token), []);
});

test('connections.create.encrypted: a list has no encrypted value', async () => {
  const { body } = await call(ROUTE);
  for (const { parameters } of body.items) assert.deepEqual(parameters, [{ name: 'password', encrypted: true }]);
  assert.doesNotMatch(JSON.stringify(body), /swordfish/);
});

test('a page has the exact total; a limit or offset out of range is refused', async () => {
  const { body } = await call(ROUTE, { query: { limit: 2, offset: 1 } });
  assert.deepEqual([body.items.length, body.limit, body.offset, body.total], [2, 2, 1, 4]);
  for (const query of [{ limit: 0 }, { limit: 101 }, { offset: -1 }, { workspaceId: 'x' }])
    assertRefused(await call(ROUTE, { query }), 400, 'malformed_request');
});
