import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestServer } from '../../../../test/support/server.ts';

const { call, make } = await startTestServer();
const ROUTE = 'GET /orchestration/artifacts';

const environment = await make.environment();
const sales = await make.workspace({ environment, name: 'Sales' });
const stock = await make.workspace({ environment });
const elsewhere = await make.workspace();
const hidden = await make.workspace({ environment });
const load = await make.artifact({ workspace: sales.id, name: 'Load airports' });
const clean = await make.artifact({ workspace: stock.id, name: 'clean_50%', type: 'route' });
const far = await make.artifact({ workspace: elsewhere.id, name: 'Airport codes', type: 'data_service' });
await make.artifact({ workspace: hidden.id, name: 'Airport secrets' });
await make.artifact({ workspace: (await make.workspace({ tenant: await make.otherTenant() })).id, name: 'Airports of others' });
const rights = { [sales.id]: ['VIEW'], [stock.id]: ['PUBLISH'], [elsewhere.id]: ['EXECUTE'] } as const;
const { token } = await make.user({ rights });

const ids = async (query: Record<string, unknown>): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { token, query });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.items.length + (query['offset'] === undefined ? 0 : Math.min(Number(query['offset']), body.total)));
  return body.items.map(({ id }: { id: string }) => id);
};

test('artifacts.list.visible', async () => {
  assert.deepEqual(await ids({}), [far.id, load.id, clean.id]);

  const stranger = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_OPERATOR'] });
  const { body } = await call(ROUTE, { token: stranger.token });
  assert.deepEqual(body, { items: [], limit: 100, offset: 0, total: 0 });
});

test('shows an artifact with its versions and its workspace', async () => {
  const { body } = await call(ROUTE, { token, query: { name: 'load air' } });
  assert.equal(body.total, 1);
  const [{ workspace, ...item }] = body.items;
  assert.deepEqual(item, { id: load.id, name: 'Load airports', type: 'standard', versions: [load.version] });
  assert.equal(workspace.id, sales.id);
  assert.equal(workspace.environment.id, environment);
});

describe('artifacts.list.place', () => {
  test('filters by environment, by workspace and by both', async () => {
    assert.deepEqual(await ids({ environmentId: environment }), [load.id, clean.id]);
    assert.deepEqual(await ids({ workspaceId: stock.id }), [clean.id]);
    assert.deepEqual(await ids({ environmentId: environment, workspaceId: sales.id }), [load.id]);
  });
  test('shows nothing of a workspace or environment that the caller may not see', async () => {
    assert.deepEqual(await ids({ workspaceId: hidden.id }), []);
    assert.deepEqual(await ids({ environmentId: crypto.randomUUID() }), []);
  });
  test('refuses a workspace outside of the environment', async () => {
    for (const workspaceId of [elsewhere.id, hidden.id, crypto.randomUUID()]) {
      const { status, body } = await call(ROUTE, { token, query: { environmentId: environment, workspaceId } });
      assert.equal(status, 400);
      assert.equal(body.detail, 'workspace_outside_environment');
    }
  });
});

test('artifacts.list.words', async () => {
  assert.deepEqual(await ids({ words: 'AIRPROT' }), [far.id, load.id]);
  assert.deepEqual(await ids({ words: '50%' }), [clean.id]);
  assert.deepEqual(await ids({ words: 'airport nothing' }), []);
});

test('artifacts.list.name', async () => {
  assert.deepEqual(await ids({ name: 'AIRPORT' }), [far.id, load.id]);
  assert.deepEqual(await ids({ name: 'n_50%' }), [clean.id]);
  assert.deepEqual(await ids({ name: '%' }), [clean.id]);
  assert.deepEqual(await ids({ name: '_' }), [clean.id]);
  assert.deepEqual(await ids({ name: String.raw`\\` }), []);
});

describe('artifacts.list.types', () => {
  test('filters by the named types', async () => {
    assert.deepEqual(await ids({ types: ['route'] }), [clean.id]);
    assert.deepEqual(await ids({ types: ['route', 'standard'] }), [load.id, clean.id]);
  });
  test('accepts data_fabric, which matches no artifact', async () => {
    assert.deepEqual(await ids({ types: 'data_fabric' }), []);
    assert.deepEqual(await ids({ types: ['data_fabric', 'route'] }), [clean.id]);
  });
  test('refuses a type that does not exist', async () => {
    const { status, body } = await call(ROUTE, { token, query: { types: ['route', 'nonsense'] } });
    assert.equal(status, 400);
    assert.match(body.message, /must be one of standard, /);
  });
});

test('paging.list.total', async () => {
  const pages = [];
  for (const offset of [0, 2, 4, 1000]) pages.push((await call(ROUTE, { token, query: { limit: 2, offset } })).body);
  assert.deepEqual(
    pages.map(({ items, ...page }) => ({ ...page, ids: items.map(({ id }: { id: string }) => id) })),
    [
      { ids: [far.id, load.id], limit: 2, offset: 0, total: 3 },
      { ids: [clean.id], limit: 2, offset: 2, total: 3 },
      { ids: [], limit: 2, offset: 4, total: 3 },
      { ids: [], limit: 2, offset: 1000, total: 3 },
    ],
  );
});

test('paging.limits.limit', async () => {
  const crowded = (await make.workspace()).id;
  for (let index = 0; index < 101; index += 1) await make.artifact({ workspace: crowded });
  for (const [limit, items] of [
    [undefined, 100],
    [100, 100],
    [1, 1],
  ]) {
    const { body } = await call(ROUTE, { query: { workspaceId: crowded, ...(limit !== undefined && { limit }) } });
    assert.deepEqual([body.items.length, body.limit, body.total], [items, limit ?? 100, 101]);
  }
  for (const limit of [0, 101, -1, 1.5, 'many', '']) assert.equal((await call(ROUTE, { query: { limit } })).status, 400, String(limit));
});

test('paging.limits.offset', async () => {
  assert.equal((await call(ROUTE, { token })).body.offset, 0);
  for (const offset of [-1, 1.5, 'many', 2 ** 31]) assert.equal((await call(ROUTE, { query: { offset } })).status, 400, String(offset));
});

test('requires a token', async () => {
  assert.equal((await call(ROUTE, { token: undefined })).status, 401);
});
