import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /processing/runtimes/remote-engine-clusters';
const READ = 'GET /processing/runtimes/remote-engine-clusters/{clusterId}';
const MANAGING = ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT'] as const;
const USING = ['SVC_OPERATOR', 'SVC_ENGINE_USE'] as const;
const server = await startTestServer();
const { call, make } = server;

const north = await make.environment({ name: 'North' });
const south = await make.environment({ name: 'South' });
const team = await make.workspace({ environment: north, name: 'Team' });
const engine = await make.engine({ environment: north });
const busy = await make.cluster({ environment: north, name: 'busy', engines: [engine.id] });
const empty = await make.cluster({ environment: south, name: 'empty' });
const teams = await call('POST /processing/runtimes/remote-engine-clusters', {
  body: { name: 'teams', environmentId: north, workspaceId: team.id, description: 'of the team' },
});

const list = async (token?: string, filter?: string): Promise<string[]> => {
  const query = filter === undefined ? {} : { query: { _s: filter } };
  const { status, body } = await call(ROUTE, { ...query, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(body));
  return body.map(({ name }: { name: string }) => name);
};

test('clusters are listed by name, without their engines', async () => {
  const { body } = await call(ROUTE);
  assert.deepEqual(
    body.map((cluster: object) => 'engines' in cluster),
    [false, false, false],
  );
  const { engines: _engines, ...shown } = (await call(READ, { path: { clusterId: busy.id } })).body;
  assert.deepEqual(body[0], shown);
  assert.deepEqual((await call(READ, { path: { clusterId: teams.body.id } })).body, teams.body);
});

test('engine-clusters.list.permission', async () => {
  const { token } = await make.user({
    permissions: PERMISSIONS.filter((permission) => !([...MANAGING, ...USING] as string[]).includes(permission)),
  });
  const rights = { [team.id]: ['VIEW'] as const };
  for (const [route, path] of [
    [ROUTE, {}],
    [READ, { clusterId: busy.id }],
  ] as const) {
    assertRefused(await call(route, { token, path }), 403, 'forbidden');
    assertRefused(await call(route, { token: undefined, path }), 401, 'not_signed_in');
    for (const permission of [...MANAGING, ...USING]) {
      const holder = await make.user({ permissions: [permission], rights });
      assert.equal((await call(route, { token: holder.token, path })).status, 200, permission);
    }
  }
});

test('engine-clusters.list.visible', async () => {
  for (const permission of MANAGING)
    assert.deepEqual(await list((await make.user({ permissions: [permission] })).token), ['busy', 'empty', 'teams'], permission);
  for (const permission of USING) {
    assert.deepEqual(await list((await make.user({ permissions: [permission] })).token), []);
    const member = await make.user({ permissions: [permission], rights: { [team.id]: ['EXECUTE'] } });
    assert.deepEqual(await list(member.token), ['busy', 'teams']);
    assertRefused(await call(READ, { token: member.token, path: { clusterId: empty.id } }), 404, 'not_found');
  }
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS, rights: { [team.id]: ['VIEW'] } });
  assert.deepEqual(await list(stranger.token), []);
  assertRefused(await call(READ, { token: stranger.token, path: { clusterId: busy.id } }), 404, 'not_found');
  assertRefused(await call(READ, { path: { clusterId: newId() } }), 404, 'not_found');
});

test('engine-clusters.list.workspace', async () => {
  const other = await make.workspace({ environment: north });
  for (const permission of USING) {
    const member = await make.user({ permissions: [permission], rights: { [other.id]: ['MANAGE'] } });
    assert.deepEqual(await list(member.token), ['busy']);
    assert.deepEqual(await list(member.token, 'workspace.name==Team'), []);
    assertRefused(await call(READ, { token: member.token, path: { clusterId: teams.body.id } }), 404, 'not_found');
    const viewer = await make.user({ permissions: [permission], rights: { [team.id]: ['VIEW'] } });
    assert.deepEqual(await list(viewer.token), ['busy', 'teams']);
  }
});

test('engine-clusters.list.filter', async () => {
  const cases: [filter: string, names: string[]][] = [
    ['name==b*', ['busy']],
    ['availability==AVAILABLE', ['busy']],
    ['availability!=AVAILABLE', ['empty', 'teams']],
    ['description=="of the team"', ['teams']],
    [`workspace.id==${team.id}`, ['teams']],
    ['workspace.name==Team', ['teams']],
    [`environment.id==${south}`, ['empty']],
    ['environment.name==North', ['busy', 'teams']],
    ['workspace.environment.name==North;name!=busy', ['teams']],
    [`workspace.environment.id==${south},id==${busy.id}`, ['busy', 'empty']],
  ];
  for (const [filter, names] of cases) assert.deepEqual(await list(undefined, filter), names, filter);
  const member = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [team.id]: ['VIEW'] } });
  assert.deepEqual(await list(member.token, 'name==empty,name==busy'), ['busy'], 'a filter does not show hidden clusters');
  for (const filter of ['name', 'engines==x']) assertRefused(await call(ROUTE, { query: { _s: filter } }), 400, 'malformed_filter');
});

test('engine-clusters.list.availability', async () => {
  const other = await make.engine({ environment: north });
  const cluster = await make.cluster({ environment: north, engines: [other.id, (await make.engine({ environment: north })).id] });
  const read = async (): Promise<string> => (await call(READ, { path: { clusterId: cluster.id } })).body.availability;
  const silentFor = (interval: string, id?: string) =>
    server.platform.db.writer.rows(sql`
      update engine
      set last_beat_at = now() - ${interval}::interval
      where cluster_id = ${cluster.id}
        and id = coalesce(${id ?? null}::uuid, id)`);
  assert.equal(await read(), 'AVAILABLE');
  await silentFor('1 minute', other.id);
  assert.equal(await read(), 'AVAILABLE', 'one engine is enough');
  await silentFor('1 minute');
  assert.equal(await read(), 'NOT_AVAILABLE');
  await silentFor('31 days', other.id);
  assert.equal(await read(), 'NOT_AVAILABLE');
  await silentFor('31 days');
  assert.equal(await read(), 'RETIRED');
  assert.equal((await call(READ, { path: { clusterId: empty.id } })).body.availability, 'NOT_AVAILABLE');
});
