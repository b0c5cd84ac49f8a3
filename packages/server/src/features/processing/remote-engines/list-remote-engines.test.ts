import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /processing/runtimes/remote-engines';
const MANAGING = ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT'] as const;
const server = await startTestServer();
const { call, make } = server;

const north = await make.environment({ name: 'North' });
const south = await make.environment({ name: 'South' });
const team = await make.workspace({ environment: north, name: 'Team' });
await make.engine({ environment: north, name: 'mill 1' });
await make.engine({ environment: south, name: 'mill 2' });
await call('POST /processing/runtimes/remote-engines', {
  body: { name: 'spare', environmentId: north, workspaceId: team.id, description: 'not yet' },
});
const BUILT_IN = 'Built-in engine';

const list = async (token?: string, query?: string): Promise<string[]> => {
  const { status, body } = await call(ROUTE, { ...(query !== undefined && { query: { query } }), ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.map((engine: { name: string }) => engine.name);
};

test('engines are ordered by name, with the built-in engine', async () => {
  assert.deepEqual((await list()).toSorted(), [BUILT_IN, 'mill 1', 'mill 2', 'spare']);
  assert.deepEqual(await list(undefined, 'name==mill*'), ['mill 1', 'mill 2']);
});

test('remote-engines.list.permission', async () => {
  const without = await make.user({
    permissions: PERMISSIONS.filter((permission) => ![...MANAGING, 'SVC_OPERATOR', 'SVC_ENGINE_USE'].includes(permission)),
  });
  assertRefused(await call(ROUTE, { token: without.token }), 403, 'forbidden');
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
  for (const permission of [...MANAGING, 'SVC_OPERATOR', 'SVC_ENGINE_USE'] as const) {
    assert.equal((await call(ROUTE, { token: (await make.user({ permissions: [permission] })).token })).status, 200, permission);
  }
});

test('remote-engines.list.visible', async () => {
  for (const permission of MANAGING)
    assert.equal((await list((await make.user({ permissions: [permission] })).token)).length, 4, permission);
  const operator = await make.user({ permissions: ['SVC_OPERATOR'] });
  assert.deepEqual(await list(operator.token), []);
  for (const permission of ['SVC_OPERATOR', 'SVC_ENGINE_USE'] as const) {
    const member = await make.user({ permissions: [permission], rights: { [team.id]: ['PUBLISH'] } });
    assert.deepEqual(await list(member.token), ['mill 1', 'spare'], permission);
  }
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS, rights: { [team.id]: ['VIEW'] } });
  assert.deepEqual(await list(stranger.token), []);
});

test('remote-engines.list.workspace', async () => {
  const other = await make.workspace({ environment: north, name: 'Others' });
  const spare = (await call(ROUTE, { query: { query: 'name==spare' } })).body[0];
  for (const permission of ['SVC_OPERATOR', 'SVC_ENGINE_USE'] as const) {
    const member = await make.user({ permissions: [permission], rights: { [other.id]: ['MANAGE'] } });
    assert.deepEqual(await list(member.token), ['mill 1'], permission);
    for (const query of ['name==spare', 'workspace.name==Team', `workspace.id==${team.id}`, `id==${spare.id}`])
      assert.deepEqual(await list(member.token, query), [], query);
    assertRefused(await call(`${ROUTE}/{id}`, { token: member.token, path: { id: spare.id } }), 404, 'not_found');
    const viewer = await make.user({ permissions: [permission], rights: { [team.id]: ['VIEW'] } });
    const { status, body } = await call(`${ROUTE}/{id}`, { token: viewer.token, path: { id: spare.id } });
    assert.deepEqual([status, body.workspace.name], [200, 'Team']);
  }
});

test('remote-engines.list.filter', async () => {
  const cases: [query: string, names: string[]][] = [
    ['name=="mill 1"', ['mill 1']],
    ['status==NOT_PAIRED;name!=Built*', ['spare']],
    ['status==PAIRED', ['mill 1', 'mill 2']],
    ['availability==AVAILABLE', ['mill 1', 'mill 2']],
    ['availability==NOT_AVAILABLE;description=="not yet"', ['spare']],
    [`workspace.id==${team.id}`, ['spare']],
    ['workspace.name==Team', ['spare']],
    [`workspace.environment.id==${south}`, ['mill 2']],
    ['workspace.environment.name==North;status==PAIRED', ['mill 1']],
    [`environment.id==${south}`, ['mill 2']],
    ['environment.name==North;status==NOT_PAIRED', ['spare']],
    ['name=="mill 1",name==spare', ['mill 1', 'spare']],
    ['name==nothing', []],
  ];
  for (const [query, names] of cases) assert.deepEqual(await list(undefined, query), names, query);
  const member = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [team.id]: ['VIEW'] } });
  assert.deepEqual(await list(member.token, 'name==spare,name=="mill 2"'), ['spare'], 'a filter does not show hidden engines');
  for (const query of ['name', 'credential==x', 'name==', 'id==5'])
    assertRefused(await call(ROUTE, { query: { query } }), 400, 'malformed_filter');
});
