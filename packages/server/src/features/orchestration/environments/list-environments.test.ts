import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Permission } from '@millrace/contract';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/environments';
const { call, make } = await startTestServer();
let otherTenant = '';

const create = (name: string, rest: object = {}): Promise<string> =>
  call('POST /orchestration/environments', { body: { name, workspaceName: 'Main', ...rest } }).then(({ body }) => body.id);
const names = async (query?: string, token?: string): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { ...(query !== undefined && { query: { query } }), ...(token && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.map(({ name }: { name: string }) => name);
};

before(async () => {
  await create('Development', { description: 'a *test* stage', maxCloudContainers: 2 });
  await create('Devices', { maxCloudContainers: 5 });
  await create('Production', { description: 'live' });
  otherTenant = await make.otherTenant();
  await make.environment({ tenant: otherTenant, name: 'Of strangers' });
});

test('environments.2.all', async () => {
  const all = ['default', 'Development', 'Devices', 'Production'];
  for (const permission of ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_CLUSTER_MANAGEMENT'] as const) {
    const { token } = await make.user({ permissions: [permission] });
    assert.deepEqual((await names(undefined, token)).toSorted(), all.toSorted());
  }
  const stranger = await make.user({ tenant: otherTenant, permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
  assert.deepEqual(await names(undefined, stranger.token), ['Of strangers']);
});

test('environments.2.operator', async () => {
  const seen = await make.workspace({ environment: await make.environment({ name: 'Seen' }) });
  await make.workspace({ environment: seen.environment });
  await make.workspace({ environment: await make.environment({ name: 'Unseen' }) });
  const { token, id } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [seen.id]: ['EXECUTE'] } });
  assert.deepEqual(await names(undefined, token), ['Seen']);
  await make.workspace({ environment: await make.environment({ name: 'Possessed' }), owner: id });
  assert.deepEqual(await names(undefined, token), ['Possessed', 'Seen']);
  assert.deepEqual(await names('name==Un*', token), []);
  assert.deepEqual(await names(undefined, (await make.user({ permissions: ['SVC_OPERATOR'] })).token), []);
});

test('environments.2.permission', async () => {
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
  const enough: readonly Permission[] = ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_CLUSTER_MANAGEMENT', 'SVC_OPERATOR'];
  for (const permission of enough) {
    assert.equal((await call(ROUTE, { token: (await make.user({ permissions: [permission] })).token })).status, 200, permission);
  }
  const without = await make.user({ permissions: ['SVC_PROJECT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT'] });
  assertRefused(await call(ROUTE, { token: without.token }), 403, 'forbidden');
});

test('environments.list.filter', async () => {
  const [production] = (await call(ROUTE, { query: { query: 'name==Production' } })).body;
  const cases: [string, string[]][] = [
    ['name==Production', ['Production']],
    ['name==Dev*', ['Development', 'Devices']],
    ['name==Dev*;description==*test*', ['Development']],
    ['name==Devices,name==Production', ['Devices', 'Production']],
    ['maxCloudContainers=gt=2', ['Devices']],
    ['(maxCloudContainers=ge=2;maxCloudContainers=le=5);name!=Devices', ['Development']],
    ['default==true', ['default']],
    [`id==${production.id}`, ['Production']],
    [`id==${crypto.randomUUID()}`, []],
    ["name=='Of strangers'", []],
  ];
  for (const [filter, expected] of cases) assert.deepEqual(await names(filter), expected, filter);
});

test('refuses a malformed filter', async () => {
  for (const filter of [
    'name',
    'name==',
    'name==a;',
    '(name==a',
    'colour==red',
    'tenant_id==a',
    'id==7',
    'default==maybe',
    'maxCloudContainers==many',
  ]) {
    assertRefused(await call(ROUTE, { query: { query: filter } }), 400, 'malformed_filter');
  }
  assertRefused(await call(ROUTE, { query: { query: `name==${'x'.repeat(2000)}` } }), 400, 'malformed_request');
});
