import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /account/groups';
const READ = 'GET /account/groups/{id}';
const server = await startTestServer();
const { call, make, platform } = server;
const TABLES = ['account_group', 'account_group_member'];

test('creates a group with members; reading it gives the same answer', async () => {
  const users = [await make.user(), await make.user()].toSorted((one, other) => (one.login < other.login ? -1 : 1));
  const [ada, bob] = users.map(({ id }) => id);
  await changesRows(server, { account_group: 2, account_group_member: 2 }, async () => {
    const { status, body } = await call(ROUTE, { body: { name: 'Night shift', userIds: [bob, ada, bob] } });
    assert.equal(status, 201);
    assert.deepEqual(body, { id: body.id, name: 'Night shift', userIds: [ada, bob], roleIds: [] });
    assert.deepEqual((await call(READ, { path: { id: body.id } })).body, body);
    const empty = await call(ROUTE, { body: { name: 'Nobody yet' } });
    assert.deepEqual(empty.body, { id: empty.body.id, name: 'Nobody yet', userIds: [], roleIds: [] });
  });
});

test('groups.create.name', async () => {
  const body = { name: 'Taken', userIds: [(await make.user()).id] };
  const answers = await Promise.all([1, 2, 3].map(() => call(ROUTE, { body })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409]);
  await leavesNothing(server, ROUTE, { body }, 409, 'group_name_taken', ...TABLES);
  const stranger = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'], tenant: await make.otherTenant() });
  assert.equal((await call(ROUTE, { token: stranger.token, body: { name: 'Taken' } })).status, 201);
});

test('groups.members.tenant', async () => {
  const member = await make.user();
  const service = await make.user();
  await platform.db.writer.rows(sql`update account set user_type = 'SERVICE' where id = ${service.id}`);
  const foreign = await make.user({ tenant: await make.otherTenant() });
  for (const wrong of [newId(), foreign.id, service.id]) {
    const answer = await leavesNothing(
      server,
      ROUTE,
      { body: { name: 'Mixed', userIds: [member.id, wrong] } },
      404,
      'not_found',
      ...TABLES,
    );
    assert.match(answer.body.detail, new RegExp(wrong));
  }
  assert.equal((await call(ROUTE, { body: { name: 'Mixed', userIds: [member.id.toUpperCase()] } })).status, 201);
});

test('groups.all.permission', async () => {
  const without = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_GROUP_MANAGEMENT') });
  await leavesNothing(server, ROUTE, { token: without.token, body: { name: 'No' } }, 403, 'forbidden', ...TABLES);
  assertRefused(await call(ROUTE, { token: undefined, body: { name: 'No' } }), 401, 'not_signed_in');
  const only = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: only.token, body: { name: 'Yes' } })).status, 201);
});

test('refuses blank and overlong names, malformed ids and unknown fields', async () => {
  for (const body of [{ name: '' }, { name: '   ' }, { name: 'x'.repeat(256) }, { name: 'x', userIds: ['me'] }, { name: 'x', roles: [] }])
    await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', ...TABLES);
});

test('answers 404 to an unknown group and to a group of another tenant', async () => {
  const { body } = await call(ROUTE, { body: { name: 'Hidden' } });
  const stranger = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'], tenant: await make.otherTenant() });
  assertRefused(await call(READ, { token: stranger.token, path: { id: body.id } }), 404, 'not_found');
  assertRefused(await call(READ, { path: { id: newId() } }), 404, 'not_found');
});
