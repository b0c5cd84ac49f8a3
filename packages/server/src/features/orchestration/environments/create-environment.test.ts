import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/environments';
const server = await startTestServer();
const { call, make, platform } = server;
const administrator = { permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] } as const;

const workspaceOf = (environment: string): Promise<{ name: string; type: string; owner: string }> =>
  platform.db.reader.only(sql`
    select w.name, w.type, o.login as owner
    from workspace w
    join account o on o.id = w.owner_id
    where w.environment_id = ${environment}`);

test('creates an environment with the values of the body', async () => {
  const body = { name: ' Production ', description: 'What customers see', maxCloudContainers: 3, workspaceName: ' Finance ' };
  const { status, body: created } = await call(ROUTE, { body });
  assert.equal(status, 201);
  const { id, ...rest } = created;
  assert.deepEqual(rest, { name: 'Production', description: 'What customers see', maxCloudContainers: 3, default: false });
  assert.equal((await workspaceOf(id)).name, 'Finance');
  assert.deepEqual((await call('GET /orchestration/environments', { query: { query: `id==${id}` } })).body, [created]);
});

test('environments.1.workspace', async () => {
  const { id, token, login } = await make.user(administrator);
  const { body: environment } = await call(ROUTE, { token, body: { name: 'Its own', workspaceName: 'Only one' } });
  assert.deepEqual(await workspaceOf(environment.id), { name: 'Only one', type: 'custom', owner: login });
  const { body: workspaces } = await call('GET /orchestration/workspaces', { query: { query: `environment.id==${environment.id}` } });
  assert.equal(workspaces.length, 1);

  const plain = await make.user();
  const query = { query: `id==${workspaces[0].id}` };
  const countVisible = async (caller: string): Promise<number> =>
    (await call('GET /orchestration/workspaces', { query, token: caller })).body.length;
  assert.equal(await countVisible(plain.token), 0);
  await platform.db.writer.rows(sql`
    delete from account_role
    where account_id = ${id}`);
  assert.equal(await countVisible(token), 1, 'the owner sees the workspace without any permission');
});

test('environments.create.owner', async () => {
  const owner = await make.user();
  const { status, body } = await call(ROUTE, { body: { name: 'Owned', workspaceName: 'Owned', owner: owner.login } });
  assert.equal(status, 201);
  assert.equal((await workspaceOf(body.id)).owner, owner.login);
});

test('refuses an owner that is unknown, inactive or of another tenant', async () => {
  const inactive = await make.user({ active: false });
  const stranger = await make.user({ tenant: await make.otherTenant() });
  for (const owner of ['nobody', '', inactive.login, stranger.login]) {
    const sent = { body: { name: 'Unowned', workspaceName: 'Unowned', owner } };
    await leavesNothing(server, ROUTE, sent, 400, 'owner_unknown', 'environment', 'workspace');
  }
  const { status, body } = await call(ROUTE, { body: { name: 'Owned by the caller', workspaceName: 'w', owner: null } });
  assert.equal(status, 201);
  assert.equal((await workspaceOf(body.id)).owner, 'admin');
});

test('environments.create.name', async () => {
  await call(ROUTE, { body: { name: 'Taken', workspaceName: 'w' } });
  for (const name of ['Taken', '  Taken  ']) {
    const sent = { body: { name, workspaceName: 'w' } };
    await leavesNothing(server, ROUTE, sent, 409, 'environment_name_taken', 'environment', 'workspace');
  }
  const other = await make.user({ ...administrator, tenant: await make.otherTenant() });
  assert.equal((await call(ROUTE, { token: other.token, body: { name: 'Taken', workspaceName: 'w' } })).status, 201);
});

test('environments.create.name: exactly one of concurrent creations succeeds', async () => {
  const before = await server.count('environment', 'workspace');
  const answers = await Promise.all(Array.from({ length: 6 }, () => call(ROUTE, { body: { name: 'Contested', workspaceName: 'w' } })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409]);
  const after = await server.count('environment', 'workspace');
  assert.deepEqual(after, { environment: (before['environment'] ?? 0) + 1, workspace: (before['workspace'] ?? 0) + 1 });
});

test('environments.1.permission', async () => {
  const body = { name: 'Allowed', workspaceName: 'w' };
  assertRefused(await call(ROUTE, { token: undefined, body }), 401, 'not_signed_in');
  const { token } = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_CLUSTER_MANAGEMENT'] });
  await leavesNothing(server, ROUTE, { token, body }, 403, 'forbidden', 'environment', 'workspace');
  assert.equal((await call(ROUTE, { token: (await make.user(administrator)).token, body })).status, 201);
});

test('refuses a malformed body', async () => {
  const fits = { name: 'Fits', workspaceName: 'w' };
  const bodies: unknown[] = [
    {},
    { name: 'Fits' },
    { workspaceName: 'w' },
    { ...fits, name: '' },
    { ...fits, name: '   ' },
    { ...fits, name: null },
    { ...fits, name: 7 },
    { ...fits, name: 'x'.repeat(256) },
    { ...fits, name: 'NUL \0 inside' },
    { ...fits, workspaceName: ' \t\n ' },
    { ...fits, workspaceName: 'x'.repeat(256) },
    { ...fits, description: 'x'.repeat(4001) },
    { ...fits, maxCloudContainers: -1 },
    { ...fits, maxCloudContainers: 100_001 },
    { ...fits, maxCloudContainers: 1.5 },
    { ...fits, maxCloudContainers: '3' },
    { ...fits, owner: 7 },
    { ...fits, id: crypto.randomUUID() },
  ];
  for (const body of bodies) await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', 'environment', 'workspace');
});

test('accepts names and numbers at their limits', async () => {
  const body = { name: 'é'.repeat(255), workspaceName: 'x'.repeat(255), maxCloudContainers: 100_000, description: null };
  const { status, body: created } = await call(ROUTE, { body });
  assert.equal(status, 201);
  assert.deepEqual([created.name, created.maxCloudContainers, 'description' in created], [body.name, 100_000, false]);
});
