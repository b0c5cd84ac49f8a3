import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ADD = 'POST /account/groups/{id}/users';
const LIST = 'GET /account/groups/{id}/users';
const REMOVE = 'DELETE /account/groups/{id}/users/{userId}';
const server = await startTestServer();
const { call, make } = server;

const byLogin = <User extends { login: string }>(users: User[]): User[] =>
  users.toSorted((one, other) => (one.login < other.login ? -1 : 1));
let number = 0;
const createGroup = async (): Promise<string> => (await call('POST /account/groups', { body: { name: `Group ${(number += 1)}` } })).body.id;

test('groups.members.kept', async () => {
  const id = await createGroup();
  const [ada, bob, eve] = [await make.user(), await make.user(), await make.user()];
  assert.deepEqual((await call(ADD, { path: { id }, body: [bob.id] })).body.userIds, [bob.id]);
  const answers = await Promise.all([
    call(ADD, { path: { id }, body: [ada.id, ada.id, bob.id] }),
    call(ADD, { path: { id }, body: [eve.id, ada.id] }),
  ]);
  for (const { status } of answers) assert.equal(status, 200);
  const { body } = await call('GET /account/groups/{id}', { path: { id } });
  assert.deepEqual(body.userIds.toSorted(), [ada.id, bob.id, eve.id].toSorted());
});

test('lists members by login and page, and removes them', async () => {
  const id = await createGroup();
  const users = byLogin([await make.user(), await make.user(), await make.user()]);
  await call(ADD, { path: { id }, body: users.map(({ id: user }) => user) });
  const first = await call(LIST, { path: { id }, query: { size: 2 } });
  const rest = await call(LIST, { path: { id }, query: { size: 2, page: 2 } });
  const [member] = users;
  const { roleIds, ...shown } = first.body[0];
  assert.deepEqual(shown, {
    id: member?.id,
    login: member?.login,
    email: `${member?.login}@example.com`,
    firstName: 'Test',
    lastName: 'User',
    active: true,
  });
  assert.equal(roleIds.length, 1);
  assert.deepEqual(
    [...first.body, ...rest.body].map((user) => user.id),
    users.map((user) => user.id),
  );
  assert.deepEqual([first.headers.get('total-elements'), rest.headers.get('page-last')], ['3', 'true']);
  assert.equal((await call(REMOVE, { path: { id, userId: users[1]?.id ?? '' } })).status, 204);
  assert.deepEqual(
    (await call(LIST, { path: { id } })).body.map((user: { id: string }) => user.id),
    [users[0]?.id, users[2]?.id],
  );
});

test('groups.members.missing', async () => {
  const id = await createGroup();
  const [member, other] = [await make.user(), await make.user()];
  await call(ADD, { path: { id }, body: [member.id] });
  await leavesNothing(server, REMOVE, { path: { id, userId: other.id } }, 404, 'not_found', 'account_group_member');
});

test('groups.members.tenant: adds no user if one of the ids is unknown or of another tenant', async () => {
  const id = await createGroup();
  const member = await make.user();
  const foreign = await make.user({ tenant: await make.otherTenant() });
  for (const wrong of [newId(), foreign.id])
    await leavesNothing(server, ADD, { path: { id }, body: [member.id, wrong] }, 404, 'not_found', 'account_group_member');
  for (const body of [[], ['me'], [null], { id: member.id }])
    await leavesNothing(server, ADD, { path: { id }, body }, 400, 'malformed_request', 'account_group_member');
});

test('refuses unknown ids, groups of other tenants and callers without the permission', async () => {
  const id = await createGroup();
  const member = await make.user();
  await call(ADD, { path: { id }, body: [member.id] });
  const stranger = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'], tenant: await make.otherTenant() });
  const weak = await make.user();
  for (const route of [ADD, LIST, REMOVE]) {
    const sent = { ...(route === ADD && { body: [member.id] }) };
    assertRefused(await call(route, { ...sent, path: { id: newId(), userId: member.id } }), 404, 'not_found');
    assertRefused(await call(route, { ...sent, token: stranger.token, path: { id, userId: member.id } }), 404, 'not_found');
    assertRefused(await call(route, { ...sent, token: weak.token, path: { id, userId: member.id } }), 403, 'forbidden');
  }
  assertRefused(await call(REMOVE, { path: { id, userId: newId() } }), 404, 'not_found');
  assert.deepEqual((await call('GET /account/groups/{id}', { path: { id } })).body.userIds, [member.id]);
});
