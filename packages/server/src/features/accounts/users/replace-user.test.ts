import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILT_IN_ROLES } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /account/users/{id}';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['account', 'account_role', 'personal_access_token'];

const read = async (id: string) => (await call('GET /account/users/{id}', { path: { id } })).body;
const change = async (id: string, fields: object, token?: string) =>
  call(ROUTE, { path: { id }, body: { ...(await read(id)), ...fields }, ...(token !== undefined && { token }) });
const roleNamed = async (name: string): Promise<string> => (await call('GET /account/roles', { query: { nameFilter: name } })).body[0].id;

test('users.replace.kept', async () => {
  const user = await make.user();
  const fields = { phone: '1', preferredLanguage: 'de', timezone: 'UTC', title: 'Dr.' };
  const before = await change(user.id, fields);
  const required = { login: `${user.login}2`, email: 'b@example.com', firstName: 'B', lastName: 'C' };
  const { status, body } = await call(ROUTE, { path: { id: user.id }, body: required });
  assert.equal(status, 200);
  assert.deepEqual(body, { ...before.body, ...required });
  assert.deepEqual(await read(user.id), body);
  const { phone: _phone, timezone: _timezone, title: _title, ...rest } = body;
  assert.deepEqual((await change(user.id, { phone: '', timezone: '', title: '' })).body, rest);
  const me = await call('GET /account/me', { token: user.token });
  assert.deepEqual([me.body.login, me.body.preferredLanguage, me.body.phone], [required.login, 'de', undefined]);
});

test('users.replace.no-email', async () => {
  const { id } = (await call('POST /api/v1/users', { body: { subject: 'leaver', name: 'Leaver' } })).body;
  const { status, body } = await change(id, { active: false });
  assert.deepEqual([status, body.email, body.active], [200, '', false]);
  assert.equal((await change(id, { email: 'leaver@example.com' })).body.email, 'leaver@example.com');
  const sent = { path: { id }, body: { ...(await read(id)), email: '', active: true } };
  await leavesNothing(server, ROUTE, sent, 400, 'malformed_request', ...TABLES);
  assert.deepEqual(await read(id), { ...body, email: 'leaver@example.com' });
});

test('users.create.login: changing', async () => {
  const [user, other] = [await make.user(), await make.user()];
  for (const login of [other.login, other.login.toUpperCase()])
    await leavesNothing(server, ROUTE, { path: { id: user.id }, body: { ...(await read(user.id)), login } }, 409, 'login_taken', ...TABLES);
  assert.equal((await read(user.id)).login, user.login);
  assert.equal((await change(user.id, { login: user.login.toUpperCase() })).body.login, user.login.toUpperCase());
});

test('users.roles.permission', async () => {
  const userManager = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const user = await make.user();
  const { roleIds } = await read(user.id);
  const [operator] = [await roleNamed('Operator')];
  for (const changed of [[], [operator], [...roleIds, operator]]) {
    const sent = { token: userManager.token, path: { id: user.id }, body: { ...(await read(user.id)), roleIds: changed } };
    await leavesNothing(server, ROUTE, sent, 403, 'forbidden', ...TABLES);
  }
  assert.equal((await change(user.id, { roleIds: [...roleIds, ...roleIds], title: 'Kept' }, userManager.token)).status, 200);

  const roleManager = await make.user({ permissions: ['SVC_ROLE_MANAGEMENT'] });
  const path = { id: user.id, roleId: roleIds[0] };
  const others: [string, string, object][] = [
    [userManager.token, 'POST /account/users/{id}/roles', { path, body: [operator] }],
    [userManager.token, 'DELETE /account/users/{id}/roles/{roleId}', { path }],
    [roleManager.token, 'POST /account/roles/{id}/users', { path: { id: operator }, body: [user.id] }],
    [roleManager.token, 'DELETE /account/roles/{id}/users/{userId}', { path: { id: roleIds[0], userId: user.id } }],
  ];
  for (const [token, route, sent] of others) await leavesNothing(server, route, { ...sent, token }, 403, 'forbidden', ...TABLES);

  const both = await make.user({
    permissions: ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT', ...(BUILT_IN_ROLES['Operator'] ?? [])],
  });
  assert.deepEqual((await change(user.id, { roleIds: [operator] }, both.token)).body.roleIds, [operator]);
  assert.deepEqual((await change(user.id, { roleIds: [] }, both.token)).body.roleIds, []);
});

test('users.roles.tenant: changing', async () => {
  const user = await make.user();
  const body = { ...(await read(user.id)), roleIds: [newId()] };
  await leavesNothing(server, ROUTE, { path: { id: user.id }, body }, 404, 'not_found', ...TABLES);
});

test('users.replace.no-escalation', async () => {
  const caller = await make.user({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_OPERATOR'] });
  const stronger = await make.user({ permissions: ['SVC_OPERATOR', 'SVC_PROJECT_MANAGEMENT'] });
  const equal = await make.user({ permissions: ['SVC_OPERATOR'] });
  const as = async (token: string, id: string, fields: object) =>
    call(ROUTE, { token, path: { id }, body: { ...(await read(id)), ...fields } });
  for (const fields of [{ email: 'mine@example.com' }, { login: 'mine' }]) {
    const before = await read(stronger.id);
    assertRefused(await as(caller.token, stronger.id, fields), 403, 'user_has_more_permissions');
    assert.deepEqual(await read(stronger.id), before);
  }
  assert.equal((await as(caller.token, stronger.id, { title: 'Engineer' })).status, 200);
  assert.equal((await as(caller.token, equal.id, { email: 'new@example.com' })).status, 200);
  const security = await make.user({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] });
  assertRefused(await as(security.token, stronger.id, { email: 'new.one@example.com' }), 403, 'user_has_more_permissions');
  assert.equal((await change(stronger.id, { email: 'new.one@example.com' })).status, 200);

  const author = await make.user({ rights: { [(await make.workspace()).id]: ['AUTHOR'] } });
  const refused = await as(caller.token, author.id, { email: 'mine@example.com' });
  assertRefused(refused, 403, 'user_has_more_permissions');
  assert.match(refused.body.detail, /\(VIEW on a workspace, AUTHOR on a workspace\)/);
});

test('users.disable.tokens', async () => {
  const user = await make.user();
  await call('POST /account/personal-access-tokens', { token: user.token, body: { name: 'second' } });
  const { personal_access_token: before = 0 } = await server.count('personal_access_token');
  assert.equal((await change(user.id, { active: false })).body.active, false);
  assert.deepEqual(await server.count('personal_access_token'), { personal_access_token: before - 2 });
  assertRefused(await call('GET /account/me', { token: user.token }), 401, 'not_signed_in');
  assert.equal((await change(user.id, { active: true })).body.active, true);
  assertRefused(await call('GET /account/me', { token: user.token }), 401, 'not_signed_in');
});

test('users.disable.tokens: sessions end', async () => {
  const person = await make.person();
  const browser = new Browser(server.url);
  await browser.signIn(person.login, person.password);
  const me = () => call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie } });
  assert.equal((await me()).status, 200);
  await change(person.id, { active: false });
  assert.equal((await me()).status, 401);
  await change(person.id, { active: true });
  assert.equal((await me()).status, 401);
  assert.deepEqual(await server.count('sign_in_session'), { sign_in_session: 0 });
});

test('users.disable.tokens: a followed log ends', async () => {
  const task = await make.task();
  const user = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  const { body: started } = await call('POST /processing/executions', { body: { executable: task.id } });
  const answer = await fetch(`${server.url}/monitoring/executions/${started.executionId}/logs/stream`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  assert.equal(answer.status, 200);
  assert.equal((await change(user.id, { active: false })).status, 200);
  const text = await answer.text();
  assert.ok(!text.includes('event: end'), 'the stream has ended before the execution');
});

test('refuses unknown ids, users of other tenants and callers without the permission', async () => {
  const user = await make.user();
  const body = { ...(await read(user.id)), title: 'Never' };
  const stranger = await make.user({ permissions: ['SVC_USER_MANAGEMENT'], tenant: await make.otherTenant() });
  assertRefused(await call(ROUTE, { path: { id: newId() }, body }), 404, 'not_found');
  assertRefused(await call(ROUTE, { token: stranger.token, path: { id: user.id }, body }), 404, 'not_found');
  assertRefused(await call(ROUTE, { token: user.token, path: { id: user.id }, body }), 403, 'forbidden');
  for (const wrong of [{ ...body, login: '' }, { ...body, admin: true }, { title: 'Only' }])
    assertRefused(await call(ROUTE, { path: { id: user.id }, body: wrong }), 400, 'malformed_request');
  assert.equal((await read(user.id)).title, undefined);
});
