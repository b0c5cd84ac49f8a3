import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const CREATE = 'POST /api/v1/users';
const INVITE = 'POST /api/v1/users/actions/invite';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['account', 'account_role', 'password_link'];
type Result = Record<string, unknown> & { email: string; status: string; invitation?: { link?: string } };
const invite = async (...invitees: object[]): Promise<Result[]> => {
  const { status, body } = await call(INVITE, { body: { invitees } });
  assert.equal(status, 207, JSON.stringify(body));
  return body.data;
};

test('tenant-users.create.invited', async () => {
  const body = { subject: 'ada', email: 'ada@example.com', name: 'Ada Lovelace', assignedRoles: [{ name: 'Operator' }] };
  await changesRows(server, { account: 2, account_role: 1, password_link: 1 }, async () => {
    const created = await call(CREATE, { body: { ...body, status: 'invited' } });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { invitation, ...user } = created.body;
    assert.deepEqual((await call('GET /api/v1/users/{id}', { path: { id: user.id } })).body, user);
    assert.deepEqual([user.status, typeof invitation.link], ['invited', 'string']);
    const account = (await call('GET /account/users/{id}', { path: { id: user.id } })).body;
    assert.deepEqual([account.login, account.firstName, account.lastName, account.roleIds.length], ['ada', 'Ada', 'Lovelace', 1]);
    const plain = await call(CREATE, { body: { subject: 'plain@example.com' } });
    assert.deepEqual([plain.body.status, plain.body.name, plain.body.invitation], ['active', 'plain@example.com', undefined]);
  });
  const taken = await leavesNothing(server, CREATE, { body: { ...body, subject: 'ADA' } }, 409, 'login_taken', ...TABLES);
  assert.equal(taken.body.errors[0].code, 'HTTP-409');
});

test('tenant-users.create.email', async () => {
  assert.equal((await call(CREATE, { body: { subject: 'Bob@Example.com' } })).body.email, 'Bob@Example.com');
  const { status, body } = await call(CREATE, { body: { subject: 'bob' } });
  assert.deepEqual([status, 'email' in body], [201, false], JSON.stringify(body));
  assert.deepEqual((await call('GET /api/v1/users/{id}', { path: { id: body.id } })).body, body);
  const { body: resource } = await call('GET /scim/v2/Users/{id}', { path: { id: body.id } });
  assert.ok(!('emails' in resource));
  const invited = await call('POST /account/users/{id}/invitation', { path: { id: body.id } });
  assert.equal(invited.body.sent, false);
  await leavesNothing(server, CREATE, { body: { subject: 'dan', status: 'invited' } }, 400, 'malformed_request', ...TABLES);
});

test('tenant-users.create.picture', async () => {
  const picture = 'https://example.com/ada.png';
  const { status, body } = await call(CREATE, { body: { subject: 'seen@example.com', picture } });
  assert.deepEqual([status, body.picture], [201, picture], JSON.stringify(body));
  const change = [{ op: 'replace', path: '/name', value: 'Seen Person' }];
  assert.equal((await call('PATCH /api/v1/users/{id}', { path: { id: body.id }, body: change })).status, 204);
  assert.equal((await call('GET /api/v1/users/{id}', { path: { id: body.id } })).body.picture, picture, 'a change keeps it');
  for (const wrong of ['ada.png', 'javascript:alert(1)', 'data:image/png;base64,AA', 7, `https://example.com/${'x'.repeat(2048)}`])
    await leavesNothing(server, CREATE, { body: { subject: 'un@example.com', picture: wrong } }, 400, 'malformed_request', ...TABLES);
});

test('tenant-users.create.tenant', async () => {
  const tenantId = await make.tenant();
  assert.equal((await call(CREATE, { body: { subject: 'cyd@example.com', tenantId } })).status, 201);
  for (const wrong of [await make.otherTenant(), newId(), 'mine'])
    await leavesNothing(server, CREATE, { body: { subject: 'dan@example.com', tenantId: wrong } }, 400, 'malformed_request', ...TABLES);
});

test('gives no roles without the permission, and refuses unknown fields', async () => {
  const { token } = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const subject = 'eve@example.com';
  for (const assignedRoles of [[{ name: 'Operator' }], [{ name: 'No such role' }], [{ id: newId() }]])
    await leavesNothing(server, CREATE, { token, body: { subject, assignedRoles } }, 403, 'forbidden', ...TABLES);
  await leavesNothing(server, CREATE, { body: { subject, assignedRoles: [{ name: 'No such role' }] } }, 404, 'not_found', ...TABLES);
  for (const extra of [{ status: 'active' }, { picture: 'x' }, { assignedRoles: [{}, { size: 1 }] }])
    await leavesNothing(server, CREATE, { body: { subject, ...extra } }, 400, 'malformed_request', ...TABLES);
  assert.equal((await call(CREATE, { token, body: { subject, assignedRoles: [] } })).status, 201);
});

test('tenant-users.invite.each', async () => {
  const owner = await make.user({ permissions: ['SVC_OPERATOR'] });
  const weak = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
  const before = (await server.count('account'))['account'];
  const { body } = await call(INVITE, {
    token: weak.token,
    body: {
      invitees: [
        { email: 'first@example.com', name: 'First Person', language: 'de' },
        { email: `${owner.login}@example.com`, resend: true },
        { email: 'first@example.com' },
        { email: 'last@example.com' },
      ],
    },
  });
  const results: Result[] = body.data;
  assert.deepEqual(
    results.map(({ status, code }) => [status, code]),
    [
      ['ok', undefined],
      ['error', '1003'],
      ['exists', undefined],
      ['ok', undefined],
    ],
  );
  assert.match(String(results[1]?.['title']), /SVC_OPERATOR/);
  assert.equal((await server.count('account'))['account'], (before ?? 0) + 2);
  const { body: first } = await call('GET /api/v1/users/{id}', { path: { id: String(results[0]?.['userId']) } });
  assert.deepEqual(
    [first.subject, first.name, first.status, first.preferredLocale],
    ['first@example.com', 'First Person', 'invited', 'de'],
  );
  for (const wrong of [[], [{ email: 'x' }], [{ name: 'x' }], [{ email: 'a@example.com', role: 'x' }]])
    assertRefused(await call(INVITE, { body: { invitees: wrong } }), 400, 'malformed_request');
});

test('tenant-users.invite.known', async () => {
  const person = await make.person();
  const disabled = await make.user({ active: false });
  const user = await make.user();
  const of = (login: string, rest: object = {}) => ({ email: `${login}@example.com`, ...rest });
  const results = await invite(of(person.login, { resend: true }), of(disabled.login), of(user.login), of(user.login, { resend: true }));
  assert.deepEqual(
    results.map(({ status, code, userId }) => [status, code, userId]),
    [
      ['error', '1001', undefined],
      ['error', '1002', undefined],
      ['exists', undefined, user.id],
      ['ok', undefined, user.id],
    ],
  );
  assert.equal(typeof results[3]?.invitation?.link, 'string');
  const [again] = await Promise.all([1, 2].map(() => invite({ email: 'same@example.com' })));
  assert.equal(again?.length, 1);
  const { body } = await call('GET /api/v1/users', { query: { filter: 'email eq "same@example.com"' } });
  assert.equal(body.data.length, 1, 'two invitations at the same moment create one user');
});
