// run: own server because it sets MILLRACE_MAX_USERS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /account/users';
const READ = 'GET /account/users/{id}';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['account', 'account_role'];

let number = 0;
const userBody = (fields: object = {}) => {
  number += 1;
  return { login: `user${number}`, email: `user${number}@example.com`, firstName: 'Some', lastName: 'One', ...fields };
};
const roleNamed = async (name: string): Promise<string> => (await call('GET /account/roles', { query: { nameFilter: name } })).body[0].id;

test('creates a user; reading it gives the same answer', async () => {
  const roles = [await roleNamed('Operator'), await roleNamed('Assets Manager')].toSorted();
  const full = userBody({ phone: '+33 1', preferredLanguage: 'fr', timezone: 'Europe/Paris', title: 'Engineer', active: false });
  await changesRows(server, { account: 2, account_role: 2, personal_access_token: 0 }, async () => {
    const { status, body } = await call(ROUTE, { body: { ...full, roleIds: [...roles, ...roles] } });
    assert.equal(status, 201);
    assert.deepEqual(body, { id: body.id, ...full, roleIds: roles });
    assert.deepEqual((await call(READ, { path: { id: body.id } })).body, body);
    const least = userBody({ firstName: '', lastName: '' });
    const created = await call(ROUTE, { body: { ...least, phone: null, title: '' }, query: { invite: false } });
    assert.deepEqual(created.body, { id: created.body.id, ...least, active: true, roleIds: [] });
  });
});

test('users.create.invitation', async () => {
  const { body } = await call(ROUTE, { body: userBody() });
  assert.equal(body.invitation.sent, false);
  const browser = new Browser(server.url);
  const password = 'correct horse battery staple';
  const { pathname, search } = new URL(body.invitation.link);
  await browser.send(await browser.open(`${pathname}${search}`), { password, repeated: password });
  assert.equal((await browser.signIn(body.login, password)).status, 303);
  const me = await call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie } });
  assert.equal(me.body.id, body.id);

  await changesRows(server, { account: 2, password_link: 0 }, async () => {
    const answers = [
      await call(ROUTE, { body: userBody(), query: { invite: false } }),
      await call(ROUTE, { body: userBody({ active: false }) }),
    ];
    assert.deepEqual(answers.map((answer) => [answer.status, answer.body.invitation]), [[201, undefined], [201, undefined]]); // prettier-ignore
  });
});

test('users.create.admin', async () => {
  const administrator = await roleNamed('TenantAdmin');
  const operator = await roleNamed('Operator');
  const { body } = await call(ROUTE, { body: userBody({ roleIds: [operator] }), query: { admin: 'true' } });
  assert.deepEqual(body.roleIds, [operator, administrator].toSorted());
  assert.deepEqual((await call(ROUTE, { body: userBody(), query: { admin: 'false' } })).body.roleIds, []);
});

test('users.create.login', async () => {
  const { body: taken } = await call(ROUTE, { body: userBody({ login: 'Grace.Hopper' }) });
  assert.equal(taken.login, 'Grace.Hopper');
  for (const login of ['Grace.Hopper', 'grace.hopper', 'GRACE.HOPPER', 'Admin'])
    await leavesNothing(server, ROUTE, { body: userBody({ login }) }, 409, 'login_taken', ...TABLES);
  const stranger = await make.user({ permissions: ['SVC_USER_MANAGEMENT'], tenant: await make.otherTenant() });
  assert.equal((await call(ROUTE, { token: stranger.token, body: userBody({ login: 'grace.hopper' }) })).status, 201);
  const owned = await call('POST /orchestration/projects', {
    body: { name: 'Compiler', owner: 'GRACE.hopper', url: 'https://git.example.com/c.git' },
  });
  assert.equal(owned.body.owner, 'Grace.Hopper', 'a login is found in any letter case');
});

test('users.create.limit', async () => {
  const limited = await startTestServer({ MILLRACE_MAX_USERS: '3' });
  const create = (fields: object = {}) => limited.call(ROUTE, { body: userBody(fields) });
  const answers = await Promise.all([create(), create(), create(), create()]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 402, 402]);
  await leavesNothing(limited, ROUTE, { body: userBody() }, 402, 'users_limit', ...TABLES);
  const disabled = await create({ active: false });
  assert.equal(disabled.status, 201, 'disabled users do not count');
  const put = 'PUT /account/users/{id}';
  const enabled = { path: { id: disabled.body.id }, body: { ...disabled.body, active: true } };
  await leavesNothing(limited, put, enabled, 402, 'users_limit', ...TABLES);
  const { body: seats } = await limited.call('GET /account/subscription');
  assert.deepEqual(seats.seats[0], { application: 'Management Console', maxUsers: 3, currentUsers: 3 });

  const other = answers.find(({ status }) => status === 201);
  assert.equal((await limited.call(put, { path: { id: other?.body.id }, body: { ...other?.body, active: false } })).status, 200);
  assert.equal((await limited.call(put, enabled)).body.active, true);
});

test('users.roles.tenant', async () => {
  const operator = await roleNamed('Operator');
  const stranger = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  const foreign = (await call('GET /account/roles', { token: stranger.token })).body[0].id;
  for (const wrong of [newId(), foreign])
    await leavesNothing(server, ROUTE, { body: userBody({ roleIds: [operator, wrong] }) }, 404, 'not_found', ...TABLES);
  assert.equal((await call(ROUTE, { body: userBody({ roleIds: [operator.toUpperCase()] }) })).status, 201);
});

test('users.all.permission', async () => {
  const without = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_USER_MANAGEMENT') });
  await leavesNothing(server, ROUTE, { token: without.token, body: userBody() }, 403, 'forbidden', ...TABLES);
  assertRefused(await call(READ, { token: without.token, path: { id: without.id } }), 403, 'forbidden');
  assertRefused(await call('GET /account/users', { token: without.token }), 403, 'forbidden');
  await leavesNothing(server, ROUTE, { token: undefined, body: userBody() }, 401, 'not_signed_in', ...TABLES);
});

test('users.roles.permission: creating', async () => {
  const only = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const operator = await roleNamed('Operator');
  assert.equal((await call(ROUTE, { token: only.token, body: userBody({ roleIds: [] }) })).status, 201);
  for (const sent of [{ body: userBody({ roleIds: [operator] }) }, { body: userBody(), query: { admin: true } }])
    await leavesNothing(server, ROUTE, { ...sent, token: only.token }, 403, 'forbidden', ...TABLES);
});

test('refuses malformed users', async () => {
  const wrong: object[] = [
    { login: '' },
    { login: 'with space' },
    { login: 'x'.repeat(256) },
    { login: undefined },
    { email: 'nowhere' },
    { email: '' },
    { email: 'a b@example.com' },
    { email: undefined },
    { firstName: 'x'.repeat(256) },
    { lastName: undefined },
    { preferredLanguage: 'xx' },
    { active: 'yes' },
    { roleIds: ['Operator'] },
    { password: 'secret' },
    { id: newId() },
  ];
  for (const fields of wrong) await leavesNothing(server, ROUTE, { body: userBody(fields) }, 400, 'malformed_request', ...TABLES);
  await leavesNothing(server, ROUTE, { body: userBody(), query: { admin: 'perhaps' } }, 400, 'malformed_request', ...TABLES);
});
