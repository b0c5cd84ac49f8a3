import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestServer } from '../../../../test/support/server.ts';

const { call, make } = await startTestServer();
const ROUTE = 'GET /orchestration/resources';

const environment = await make.environment();
const sales = await make.workspace({ environment });
const stock = await make.workspace({ environment });
const hidden = await make.workspace({ environment });
const elsewhere = await make.workspace();
const { token } = await make.user({ rights: { [sales.id]: ['VIEW'], [stock.id]: ['EXECUTE'], [elsewhere.id]: ['AUTHOR'] } });
const airports = await make.resource({ workspace: sales.id, name: 'Airports.csv', description: 'All' });
const codes = await make.resource({ workspace: stock.id, name: 'codes_50%', file: false });
const far = await make.resource({ workspace: elsewhere.id, name: 'far airports' });
await make.resource({ workspace: hidden.id, name: 'airports' });

const ids = async (query: Record<string, unknown>): Promise<string[]> =>
  (await call(ROUTE, { token, query })).body.items.map(({ id }: { id: string }) => id);

test('resources.list.visible', async () => {
  const { body } = await call(ROUTE, { token });
  assert.equal(body.total, 3);
  assert.deepEqual(
    body.items.map(({ id }: { id: string }) => id),
    [airports.id, codes.id, far.id],
  );
  const foreigner = await make.user({ tenant: await make.otherTenant() });
  assert.deepEqual((await call(ROUTE, { token: foreigner.token })).body, { items: [], limit: 100, offset: 0, total: 0 });
  assert.equal((await call(ROUTE, { token: undefined })).status, 401);
});

test('shows a resource with its workspace', async () => {
  const { body } = await call(ROUTE, { token, query: { workspaceId: sales.id } });
  const [{ workspaceInfo, ...item }] = body.items;
  assert.deepEqual(item, { id: airports.id, name: 'Airports.csv', description: 'All', file: true });
  assert.deepEqual([workspaceInfo.id, workspaceInfo.environment.id], [sales.id, environment]);
});

describe('resources.list.place', () => {
  test('filters by environment, by workspace and by both', async () => {
    assert.deepEqual(await ids({ environmentId: environment }), [airports.id, codes.id]);
    assert.deepEqual(await ids({ workspaceId: stock.id }), [codes.id]);
    assert.deepEqual(await ids({ environmentId: environment, workspaceId: sales.id }), [airports.id]);
    assert.deepEqual(await ids({ workspaceId: hidden.id }), []);
  });
  test('refuses a workspace outside of the environment', async () => {
    for (const workspaceId of [elsewhere.id, hidden.id, crypto.randomUUID()]) {
      const { status, body } = await call(ROUTE, { token, query: { environmentId: environment, workspaceId } });
      assert.deepEqual([status, body.detail], [400, 'workspace_outside_environment']);
    }
  });
});

test('resources.list.name', async () => {
  assert.deepEqual(await ids({ name: 'AIRPORT' }), [airports.id, far.id]);
  assert.deepEqual(await ids({ name: '%' }), [codes.id]);
});

test('gives pages within the limits', async () => {
  const page = async (query: object) => (await call(ROUTE, { token, query: { ...query } })).body;
  const { items, ...rest } = await page({ limit: 2, offset: 2 });
  assert.deepEqual(
    items.map(({ id }: { id: string }) => id),
    [far.id],
  );
  assert.deepEqual(rest, { limit: 2, offset: 2, total: 3 });
  for (const query of [{ limit: 0 }, { limit: 101 }, { offset: -1 }, { limit: 'x' }, { environmentId: 'x' }, { workspaceId: 'x' }])
    assert.equal((await call(ROUTE, { token, query })).status, 400, JSON.stringify(query));
});
