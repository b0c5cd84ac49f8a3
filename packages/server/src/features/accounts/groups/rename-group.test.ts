import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PATCH /account/groups/{id}';
const { call, make } = await startTestServer();

let number = 0;
const createGroup = async (name = `Group ${(number += 1)}`, userIds: string[] = []) =>
  (await call('POST /account/groups', { body: { name, userIds } })).body;
const nameOf = async (id: string): Promise<string> => (await call('GET /account/groups/{id}', { path: { id } })).body.name;

test('renames a group and keeps its members', async () => {
  const { id, userIds } = await createGroup('Old', [(await make.user()).id]);
  const { status, body } = await call(ROUTE, { path: { id }, body: { name: 'New' } });
  assert.deepEqual([status, body], [200, { id, name: 'New', userIds, roleIds: [] }]);
  assert.equal((await call(ROUTE, { path: { id }, body: { name: 'New' } })).status, 200);
  assert.equal((await createGroup('Old')).name, 'Old');
});

test('groups.create.name: exactly one of two concurrent changes to the same name succeeds', async () => {
  const [one, other] = [await createGroup(), await createGroup()];
  const answers = await Promise.all([one, other].map(({ id }) => call(ROUTE, { path: { id }, body: { name: 'Wanted' } })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  assertRefused(answers.find(({ status }) => status === 409) ?? assert.fail(), 409, 'group_name_taken');
});

test('refuses unknown ids, groups of other tenants and callers without the permission', async () => {
  const { id, name } = await createGroup();
  const body = { name: 'Never' };
  const stranger = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'], tenant: await make.otherTenant() });
  assertRefused(await call(ROUTE, { path: { id: newId() }, body }), 404, 'not_found');
  assertRefused(await call(ROUTE, { token: stranger.token, path: { id }, body }), 404, 'not_found');
  assertRefused(await call(ROUTE, { token: (await make.user()).token, path: { id }, body }), 403, 'forbidden');
  assertRefused(await call(ROUTE, { path: { id }, body: { name: ' ' } }), 400, 'malformed_request');
  assert.equal(await nameOf(id), name);
});
