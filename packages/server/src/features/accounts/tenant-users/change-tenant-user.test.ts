// run: own server because it sets MILLRACE_MAX_USERS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const CHANGE = 'PATCH /api/v1/users/{id}';
const server = await startTestServer();
const { call, make, url, platform } = server;
const TABLES = ['account', 'account_role', 'account_group_member', 'personal_access_token'];

type Operation = { op: string; path: string; value?: unknown };
const read = async (id: string) => (await call('GET /api/v1/users/{id}', { path: { id } })).body;
const change = (id: string, ...body: Operation[]) => call(CHANGE, { path: { id }, body });
const names = (list: { name: string }[]): string[] => list.map(({ name }) => name);
const roles: Record<string, string> = Object.fromEntries(
  (await call('GET /account/roles')).body.map(({ id, name }: { id: string; name: string }) => [name, id]),
);
const admin = roles['TenantAdmin'] ?? '';
let number = 0;
const createGroup = async (roleIds: string[] = []): Promise<string> =>
  (await call('POST /account/groups', { body: { name: `Group ${(number += 1)}`, roleIds } })).body.id;

test('tenant-users.name.split', async () => {
  const { id } = await make.user();
  const stored = async () => (await call('GET /account/users/{id}', { path: { id } })).body;
  for (const [name, firstName, lastName] of [
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['  Ada  Maria   Lovelace ', 'Ada  Maria', 'Lovelace'],
    ['Plato', 'Plato', ''],
  ] as const) {
    assert.equal((await change(id, { op: 'replace', path: '/name', value: name })).status, 204);
    const user = await stored();
    assert.deepEqual([user.firstName, user.lastName], [firstName, lastName]);
    assert.equal((await read(id)).name, `${firstName} ${lastName}`.trim());
  }
});

test('tenant-users.patch.lists', async () => {
  const user = await make.user();
  const [, second] = [await createGroup(), await createGroup()];
  const list = (path: string, op: string, ...value: object[]): Operation => ({ op, path, value });
  const replaced = await change(
    user.id,
    list('/assignedRoles', 'replace', { name: 'Operator' }),
    list('/assignedRoles', 'add', { id: admin, name: 'ignored', type: 'default', level: 'admin' }, { name: 'Operator' }),
    list('assignedGroups', 'add', { name: 'Group 1' }, { id: second.toUpperCase(), name: 'ignored' }),
  );
  assert.equal(replaced.status, 204, JSON.stringify(replaced.body));
  const after = await read(user.id);
  assert.deepEqual(
    [names(after.assignedRoles), names(after.assignedGroups)],
    [
      ['Operator', 'TenantAdmin'],
      ['Group 1', 'Group 2'],
    ],
  );
  assert.deepEqual(names(after.assignedRoles.filter((one: { level: string }) => one.level === 'admin')), ['Operator', 'TenantAdmin']);
  await change(
    user.id,
    list('/assignedRoles', 'remove-value', { name: 'TenantAdmin' }),
    list('/assignedGroups', 'replace', { id: second }),
    { op: 'replace', path: '/preferredLocale', value: 'fr' },
    { op: 'replace', path: '/preferredZoneinfo', value: 'Europe/Paris' },
  );
  const last = await read(user.id);
  assert.deepEqual([names(last.assignedRoles), names(last.assignedGroups)], [['Operator'], ['Group 2']]);
  assert.deepEqual([last.preferredLocale, last.preferredZoneinfo], ['fr', 'Europe/Paris']);

  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_GROUP_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] });
  const foreignRole = (await call('POST /account/roles', { token: stranger.token, body: { name: 'Foreign' } })).body.id;
  const foreignGroup = (await call('POST /account/groups', { token: stranger.token, body: { name: 'Foreign' } })).body.id;
  for (const wrong of [
    list('/assignedRoles', 'add', { id: newId() }),
    list('/assignedRoles', 'add', { id: foreignRole }),
    list('/assignedRoles', 'add', { name: 'Foreign' }),
    list('/assignedGroups', 'add', { id: foreignGroup }),
    list('/assignedGroups', 'add', { name: 'Foreign' }),
  ]) {
    const body = [{ op: 'replace', path: '/name', value: 'Changed' }, wrong];
    await leavesNothing(server, CHANGE, { path: { id: user.id }, body }, 404, 'not_found', ...TABLES);
  }
  assert.deepEqual(await read(user.id), last);
});

test('tenant-users.patch.model', async () => {
  const administrator = await make.administrator();
  const disabling = { op: 'replace', path: '/status', value: 'disabled' };
  await leavesNothing(server, CHANGE, { path: { id: administrator }, body: [disabling] }, 409, 'last_administrator', ...TABLES);
  await leavesNothing(server, 'DELETE /api/v1/users/{id}', { path: { id: administrator } }, 409, 'last_administrator', ...TABLES);

  const user = await make.user();
  const { token } = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const group = await createGroup([admin]);
  for (const operation of [
    { op: 'add', path: '/assignedRoles', value: [{ id: admin }] },
    { op: 'add', path: '/assignedGroups', value: [{ id: group }] },
  ])
    await leavesNothing(server, CHANGE, { token, path: { id: user.id }, body: [operation] }, 403, 'forbidden', ...TABLES);
  const body = [{ op: 'add', path: '/assignedGroups', value: [{ id: await createGroup() }] }];
  assert.equal((await call(CHANGE, { token, path: { id: user.id }, body })).status, 204);

  const secret = await platform.db.transaction((tx) =>
    platform.identity.sessions.begin(tx, { account: user.id, address: '127.0.0.1', userAgent: '' }),
  );
  assert.equal((await change(user.id, disabling)).status, 204);
  assert.equal(await platform.identity.sessions.find(secret), undefined);
  assertRefused(await call('GET /account/me', { token: user.token }), 401, 'not_signed_in');
  assert.equal((await change(user.id, { ...disabling, value: 'active' })).status, 204);
  assert.equal((await call('DELETE /api/v1/users/{id}', { path: { id: user.id } })).status, 204);
  assertRefused(await call('GET /api/v1/users/{id}', { path: { id: user.id } }), 404, 'not_found');

  const small = await startTestServer({ MILLRACE_MAX_USERS: '1' });
  const full = await leavesNothing(small, 'POST /api/v1/users', { body: { subject: 'two@example.com' } }, 402, 'users_limit', 'account');
  assert.equal(full.body.errors[0].code, 'HTTP-402');
});

test('tenant-style.patch.allowed', async () => {
  const user = await make.user();
  const before = await read(user.id);
  const valid = { op: 'replace', path: '/name', value: 'Changed' };
  const wrong: [Operation, RegExp][] = [
    [{ op: 'replace', path: '/subject', value: 'x' }, /body\.1: the path '\/subject'/],
    [{ op: 'replace', path: '/constructor', value: 'x' }, /body\.1: the path '\/constructor'/],
    [{ op: 'test', path: '/name', value: 'x' }, /body\.1: the operation 'test' is not possible on '\/name'; expected replace/],
    [{ op: 'remove', path: '/assignedRoles', value: [] }, /body\.1: .*expected replace or add or remove-value/],
    [{ op: 'replace', path: '/name' }, /body\.1: the field 'value'/],
    [{ op: 'replace', path: '/name', value: '' }, /body\.1\.value/],
    [{ op: 'replace', path: '/name', value: [] }, /body\.1\.value/],
    [{ op: 'replace', path: '/status', value: 'deleted' }, /body\.1\.value must be one of active, disabled/],
    [{ op: 'replace', path: '/assignedRoles', value: [{ id: 'me' }] }, /body\.1\.value/],
    [{ op: 'replace', path: '/assignedGroups', value: [{ providerType: 'custom' }] }, /needs the field id or name/],
  ];
  for (const [operation, message] of wrong) {
    const sent = { path: { id: user.id }, body: [valid, operation] };
    const { body } = await leavesNothing(server, CHANGE, sent, 400, 'malformed_request', ...TABLES);
    assert.match(body.errors[0].detail, message, JSON.stringify(operation));
  }
  assert.deepEqual(await read(user.id), before);
  const headers = { 'content-type': 'application/json-patch+json' };
  assert.equal((await call(CHANGE, { path: { id: user.id }, headers, body: [valid] })).status, 204);
  assert.equal((await read(user.id)).name, 'Changed');
});

test('tenant-style.errors.body: a missing CSRF token has its code at the top level, too', async () => {
  const { id } = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const secret = await platform.db.transaction((tx) =>
    platform.identity.sessions.begin(tx, { account: id, address: '127.0.0.1', userAgent: '' }),
  );
  const answer = await fetch(`${url}/api/v1/users/${id}`, { method: 'DELETE', headers: { cookie: `millrace_session=${secret}` } });
  const body = (await answer.json()) as { code: string; errors: { code: string }[] };
  assert.deepEqual([answer.status, body.code, body.errors[0]?.code], [403, 'CSRF-TOKEN-2', 'CSRF-TOKEN-2']);
});
