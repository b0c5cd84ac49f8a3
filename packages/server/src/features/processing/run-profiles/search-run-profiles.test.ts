import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /processing/run-profiles/search';
const server = await startTestServer();
const { call, make } = server;

const north = await make.environment({ name: 'North' });
const south = await make.environment({ name: 'South' });
const team = await make.workspace({ environment: north });
const { body: engine } = await call('POST /processing/runtimes/remote-engines', {
  body: { name: 'mill', environmentId: north, workspaceId: team.id },
});
const cluster = await make.cluster({ environment: south });
const profiles = {
  a: await make.runProfile({ engine: engine.id, name: 'alpha' }),
  b: await make.runProfile({ cluster: cluster.id, name: 'beta 100%', type: 'MICROSERVICE' }),
  c: await make.runProfile({ environment: south, name: 'gamma', type: 'TALEND_RUNTIME' }),
};
await call('PUT /processing/run-profiles/{id}', { path: { id: profiles.b.id }, body: { description: 'Middle' } });
await call('PUT /processing/run-profiles/{id}', { path: { id: profiles.c.id }, body: { description: 'A first one' } });

const names = Object.entries(profiles);
const search = async (body: object = {}, token?: string): Promise<string> => {
  const answer = await call(ROUTE, { body: { sortOrder: 'ASC', ...body }, ...(token !== undefined && { token }) });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.items.map((item: { id: string }) => names.find(([, profile]) => profile.id === item.id)?.[0]).join('');
};

test('a page has the processor and the environment of each run profile', async () => {
  const { body } = await call(ROUTE, { body: { sortOrder: 'ASC', offset: 0, limit: 1 } });
  const [{ createDate, updateDate, ...item }] = body.items;
  assert.equal(createDate, updateDate);
  assert.deepEqual(item, {
    id: profiles.a.id,
    name: 'alpha',
    scopeId: north,
    workspaceId: team.id,
    runProfileType: 'JOB_SERVER',
    processorType: 'RE',
    processorId: engine.id,
  });
  assert.deepEqual([body.limit, body.offset, body.total], [1, 0, 3]);
  assert.deepEqual((await call(ROUTE, { body: { offset: 3 } })).body, { items: [], limit: 100, offset: 3, total: 3 });
});

test('run-profiles.search.filters', async () => {
  const cases: [body: object, found: string][] = [
    [{}, 'abc'],
    [{ processorType: 'RE' }, 'a'],
    [{ processorTypes: ['REC', 'DYNAMIC_ENGINE'] }, 'bc'],
    [{ processorTypes: [] }, ''],
    [{ processorTypes: ['RE'], processorType: 'REC' }, ''],
    [{ processorType: 'GEN_2' }, ''],
    [{ processorIds: [engine.id, cluster.id] }, 'ab'],
    [{ processorIds: [south] }, 'c'],
    [{ scopeIds: [south] }, 'bc'],
    [{ scopeIds: [newId()] }, ''],
    [{ name: 'A' }, 'abc'],
    [{ name: '0%' }, 'b'],
    [{ name: '_' }, ''],
    [{ runProfileType: 'MICROSERVICE' }, 'b'],
    [{ runProfileType: 'STANDARD' }, ''],
    [{ scopeIds: [south], runProfileType: 'TALEND_RUNTIME', name: 'gam' }, 'c'],
  ];
  for (const [body, found] of cases) assert.equal(await search(body), found, JSON.stringify(body));
});

test('run-profiles.search.order', async () => {
  assert.equal(await search({ sortOrder: undefined }), 'cba', 'by default by name, descending');
  assert.equal(await search({ sortBy: 'NAME' }), 'abc');
  assert.equal((await search({ sortBy: 'ENVIRONMENT_NAME', sortOrder: 'DESC' })).slice(-1), 'a');
  assert.equal((await search({ sortBy: 'ENVIRONMENT_NAME' })).slice(0, 1), 'a');
  assert.equal(await search({ sortBy: 'RUN_PROFILE_TYPE' }), 'abc');
  assert.equal(await search({ sortBy: 'RUN_PROFILE_TYPE', sortOrder: 'DESC' }), 'cba');
  assert.equal(await search({ sortBy: 'DESCRIPTION' }), 'acb', 'a missing description comes first');
  assert.equal(await search({ sortBy: 'DESCRIPTION', sortOrder: 'DESC' }), 'bca', 'a missing description comes last');
});

test('run-profiles.list.visible: a search does not show hidden run profiles', async () => {
  const operator = await make.user({ permissions: ['SVC_OPERATOR'] });
  assert.equal(await search({}, operator.token), '');
  const member = await make.user({ permissions: ['SVC_ENGINE_USE'], rights: { [team.id]: ['VIEW'] } });
  assert.equal(await search({}, member.token), 'a');
  assert.equal(await search({ scopeIds: [south] }, member.token), '');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS, rights: { [team.id]: ['VIEW'] } });
  assert.equal(await search({}, stranger.token), '');
});

test('run-profiles.list.permission: searching needs the same permission as listing', async () => {
  const sufficient = [
    'SVC_CLUSTER_MANAGEMENT',
    'SVC_ENVIRONMENT_MANAGEMENT',
    'SVC_RUN_PROFILE_MANAGEMENT',
    'SVC_OPERATOR',
    'SVC_ENGINE_USE',
  ] as const;
  const { token } = await make.user({
    permissions: PERMISSIONS.filter((permission) => !(sufficient as readonly string[]).includes(permission)),
  });
  assertRefused(await call(ROUTE, { token, body: {} }), 403, 'forbidden');
  assertRefused(await call(ROUTE, { token: undefined, body: {} }), 401, 'not_signed_in');
  for (const permission of sufficient) await search({}, (await make.user({ permissions: [permission] })).token);
});

test('a malformed body is refused', async () => {
  for (const body of [
    { limit: 0 },
    { limit: 101 },
    { offset: -1 },
    { sortBy: 'COLOUR' },
    { sortOrder: 'UP' },
    { processorIds: ['x'] },
    { page: 1 },
  ])
    assertRefused(await call(ROUTE, { body }), 400, 'malformed_request');
});
