import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/dynamic-engine-environments/search';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

const [ready, waiting] = await Promise.all([standInOperator(server), standInOperator(server)]);
const ids = new Map<string, string>();
for (const name of ['beta', 'Alpha_1', 'alphaX1', 'gamma']) ids.set(name, await make.dynamicEnvironment({ name }));
await make.environment({ name: 'alpha of the other kind' });
await make.dynamicEnvironment({ name: 'alpha of others', tenant: await make.otherTenant() });
await assignTo(server, ids.get('beta') ?? '', ready.id);
await assignTo(server, ids.get('gamma') ?? '', waiting.id);
await ready.reportAll('RUNNING');

const search = async (body?: object): Promise<string[]> => {
  const answer = await call(ROUTE, body === undefined ? {} : { body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.items.map(({ name }: { name: string }) => name);
};

test('dynamic-engine-environments.search.order', async () => {
  for (const body of [undefined, {}, { sortOrder: 'DESC' }]) assert.deepEqual(await search(body), ['gamma', 'alphaX1', 'Alpha_1', 'beta']);
  assert.deepEqual(await search({ sortOrder: 'ASC' }), ['beta', 'Alpha_1', 'alphaX1', 'gamma']);
  const names = await search({ sortBy: 'NAME', sortOrder: 'ASC' });
  assert.deepEqual(await search({ sortBy: 'NAME' }), names.toReversed());
  assert.deepEqual(new Set(names), new Set(ids.keys()));
  const statuses = (await call(ROUTE, { body: { sortBy: 'STATUS', sortOrder: 'ASC' } })).body.items.map(
    (one: { status: string }) => one.status,
  );
  assert.deepEqual(statuses, ['NOT_ASSIGNED', 'NOT_ASSIGNED', 'READY', 'SET_UP_REQUIRED']);
});

test('dynamic-engine-environments.search.like', async () => {
  assert.deepEqual(await search({ name: 'ALPHA', sortOrder: 'ASC' }), ['Alpha_1', 'alphaX1']);
  assert.deepEqual(await search({ name: 'a_1' }), ['Alpha_1'], 'characters with a meaning in patterns of like are ordinary ones');
  assert.deepEqual(await search({ name: 'nothing' }), []);
});

test('filters by engine and status', async () => {
  assert.deepEqual(await search({ deId: ready.id }), ['beta']);
  assert.deepEqual(await search({ deId: crypto.randomUUID() }), []);
  assert.deepEqual(await search({ status: 'READY' }), ['beta']);
  assert.deepEqual(await search({ status: 'SET_UP_REQUIRED' }), ['gamma']);
  assert.deepEqual(await search({ status: 'NOT_ASSIGNED', sortOrder: 'ASC' }), ['Alpha_1', 'alphaX1']);
});

test('answers a page with the exact total', async () => {
  const { body } = await call(ROUTE, { body: { limit: 1, offset: 1, name: 'alpha' } });
  assert.deepEqual([body.items.length, body.limit, body.offset, body.total], [1, 1, 1, 2]);
  assert.deepEqual((await call(ROUTE, { body: { offset: 9 } })).body, { items: [], limit: 100, offset: 9, total: 4 });
});

test('refuses a malformed search', async () => {
  for (const body of [
    { limit: 0 },
    { limit: 101 },
    { offset: -1 },
    { sortBy: 'ID' },
    { sortOrder: 'UP' },
    { status: 'Ready' },
    { deId: '42' },
    { x: 1 },
  ])
    assertRefused(await call(ROUTE, { body }), 400, 'malformed_request');
});
