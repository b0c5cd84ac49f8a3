import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { RIGHTS } from '@millrace/contract';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /orchestration/workspaces';
const { call, make } = await startTestServer();
let environment = '';
let otherTenant = '';

const names = async (query?: string, token?: string): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { ...(query !== undefined && { query: { query } }), ...(token && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.map(({ name }: { name: string }) => name);
};

before(async () => {
  environment = await make.environment({ name: 'stage' });
  await make.workspace({ environment, name: 'Beta' });
  await make.workspace({ environment, name: 'Alpha', type: 'personal' });
  otherTenant = await make.otherTenant();
  await make.workspace({ tenant: otherTenant, name: 'Of strangers' });
});

test('workspaces.list.all', async () => {
  for (const permission of ['SVC_ENVIRONMENT_MANAGEMENT', 'SVC_CLUSTER_MANAGEMENT'] as const) {
    const { token } = await make.user({ permissions: [permission] });
    assert.deepEqual(await names(undefined, token), ['Shared', 'Alpha', 'Beta'], 'by environment, then by name');
  }
  const stranger = await make.user({ tenant: otherTenant, permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
  assert.deepEqual(await names(undefined, stranger.token), ['Of strangers']);
});

test('workspaces.list.visible', async () => {
  const seen = await make.workspace({ environment, name: 'Seen' });
  for (const right of RIGHTS) {
    const { token } = await make.user({ rights: { [seen.id]: [right] } });
    assert.deepEqual(await names(undefined, token), ['Seen'], right);
  }
  const owner = await make.user({ permissions: ['SVC_OPERATOR'] });
  assert.deepEqual(await names(undefined, owner.token), []);
  await make.workspace({ environment, name: 'Possessed', owner: owner.id });
  assert.deepEqual(await names(undefined, owner.token), ['Possessed']);
  assert.deepEqual(await names('name==Seen', owner.token), []);
});

test('workspaces.list.filter', async () => {
  const owner = await make.user();
  const { id } = await make.workspace({ environment, name: 'Filtered', owner: owner.id });
  const cases: [string, string[]][] = [
    ['name==Filtered', ['Filtered']],
    ['environment.name==default', ['Shared']],
    [`environment.id==${environment};name==*a`, ['Alpha', 'Beta']],
    ['environment.name==stage;name!=Alpha;name!=Beta;name!=Seen;name!=Possessed', ['Filtered']],
    ['type==personal,type==shared', ['Shared', 'Alpha']],
    [`owner=='${owner.login}'`, ['Filtered']],
    [`id==${id}`, ['Filtered']],
    ['name==filtered', []],
    ["name=='Of strangers'", []],
  ];
  for (const [filter, expected] of cases) assert.deepEqual(await names(filter), expected, filter);
});

test('refuses a malformed filter', async () => {
  for (const filter of ['environment==default', 'environment.id==default', 'name', '(type==custom', 'owner_id==1']) {
    assertRefused(await call(ROUTE, { query: { query: filter } }), 400, 'malformed_filter');
  }
});

test('requires a token and no permission', async () => {
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
  assert.deepEqual(await names(undefined, (await make.user()).token), []);
});
