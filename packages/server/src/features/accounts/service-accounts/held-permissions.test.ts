import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, RIGHTS, SERVICE_ACCOUNT_PERMISSIONS, type Right } from '@millrace/contract';
import { errorOf, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const CREATE = 'POST /account/service-accounts';
const CHANGE = 'PUT /account/service-accounts/{id}';
const SECRET = 'POST /account/service-accounts/{id}/secrets';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['account', 'service_account', 'service_account_secret'];
const CODE = 'service_account_has_more_permissions';
const manager = await make.user({ permissions: ['SVC_SERVICE_ACCOUNT_MANAGEMENT', 'SVC_OPERATOR'] });
const { token } = manager;

let number = 0;
const newName = (): string => `account ${(number += 1)}`;
const create = async (permissions: readonly string[]) => (await call(CREATE, { body: { name: newName(), permissions } })).body;

test('service-accounts.all.no-escalation', async () => {
  for (const permissions of [['SVC_USER_MANAGEMENT'], ['SVC_OPERATOR', 'SVC_ROLE_MANAGEMENT'], SERVICE_ACCOUNT_PERMISSIONS]) {
    const { body } = await leavesNothing(server, CREATE, { token, body: { name: newName(), permissions } }, 403, CODE, ...TABLES);
    const missing = permissions.filter((one) => !['SVC_OPERATOR', 'SVC_SERVICE_ACCOUNT_MANAGEMENT'].includes(one)).toSorted();
    assert.ok(errorOf(body).message.includes(`(${missing.join(', ')})`), errorOf(body).message);
  }
  const own = await call(CREATE, { token, body: { name: newName(), permissions: ['SVC_OPERATOR', 'SVC_SERVICE_ACCOUNT_MANAGEMENT'] } });
  assert.equal(own.status, 201);
  const path = { id: own.body.id };
  const wider = { name: newName(), permissions: ['SVC_OPERATOR', 'SVC_USER_MANAGEMENT'] };
  await leavesNothing(server, CHANGE, { token, path, body: wider }, 403, CODE, ...TABLES);
  assert.equal((await call(CHANGE, { token, path, body: { ...wider, permissions: ['SVC_OPERATOR'] } })).status, 200);
  assert.equal((await call(SECRET, { token, path })).status, 201);

  const strong = await create(['SVC_OPERATOR', 'SVC_USER_MANAGEMENT']);
  const ofStrong = { token, path: { id: strong.id } };
  await leavesNothing(server, SECRET, ofStrong, 403, CODE, ...TABLES);
  await leavesNothing(server, CHANGE, { ...ofStrong, body: { name: strong.name, permissions: [] } }, 403, CODE, ...TABLES);
  const { body: after } = await call('GET /account/service-accounts/{id}', { path: ofStrong.path });
  assert.deepEqual(after.permissions, ['SVC_OPERATOR', 'SVC_USER_MANAGEMENT']);
  assert.equal((await call('DELETE /account/service-accounts/{id}', ofStrong)).status, 204);
  assert.equal((await call(CREATE, { body: { name: newName(), permissions: SERVICE_ACCOUNT_PERMISSIONS } })).status, 201);
});

test('service-accounts.all.no-escalation: a service account that changes itself gets no further permission', async () => {
  const { id, secret } = await create(['SVC_SERVICE_ACCOUNT_MANAGEMENT']);
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const asked = { grant_type: 'client_credentials', audience: 'https://api.example.com' };
  const { body } = await call('POST /security/oauth/token', { token: undefined, headers: { authorization }, body: asked });
  const sent = { token: body.access_token, path: { id }, body: { name: newName(), permissions: SERVICE_ACCOUNT_PERMISSIONS } };
  await leavesNothing(server, CHANGE, sent, 403, CODE, ...TABLES);
});

test('service-accounts.all.no-escalation: a secret of an account gives its rights on workspaces', async () => {
  const { id: workspace } = await make.workspace();
  const robot = await create([]);
  const give = (rights: readonly Right[]) =>
    call('POST /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions', {
      path: { workspaceId: workspace, serviceAccountId: robot.id },
      body: rights,
    });
  const managerWith = async (rights: Record<string, readonly Right[]>, ...more: (typeof PERMISSIONS)[number][]): Promise<string> =>
    (await make.user({ permissions: ['SVC_SERVICE_ACCOUNT_MANAGEMENT', ...more], rights })).token;
  const path = { id: robot.id };
  await give(['EXECUTE']);
  const elsewhere = { [(await make.workspace()).id]: RIGHTS };
  for (const rights of [{}, elsewhere, { [workspace]: ['AUTHOR', 'PUBLISH', 'VIEW'] as const }]) {
    const { body } = await leavesNothing(server, SECRET, { token: await managerWith(rights), path }, 403, CODE, ...TABLES);
    assert.match(errorOf(body).message, /EXECUTE on a workspace\)/);
  }
  const { id: free } = await make.workspace();
  for (const rights of [{ [workspace]: ['EXECUTE'] }, { [workspace]: ['MANAGE'] }] as const) {
    assert.equal((await call(SECRET, { token: await managerWith({ ...rights, [free]: ['VIEW'] }), path })).status, 201);
  }
  assert.equal((await call(SECRET, { token: await managerWith({}, 'SVC_ENVIRONMENT_MANAGEMENT'), path })).status, 201);
  await give(['AUTHOR']);
  const { body } = await leavesNothing(
    server,
    SECRET,
    { token: await managerWith({ [workspace]: ['EXECUTE'] }), path },
    403,
    CODE,
    ...TABLES,
  );
  assert.match(errorOf(body).message, /\(AUTHOR on a workspace\)/);
});
