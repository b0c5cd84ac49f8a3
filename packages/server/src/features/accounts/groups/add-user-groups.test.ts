import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ADD = 'POST /account/users/{id}/groups';
const LIST = 'GET /account/users/{id}/groups';
const REMOVE = 'DELETE /account/users/{id}/groups/{groupId}';
const server = await startTestServer();
const { call, make } = server;
const TABLE = 'account_group_member';

const createGroup = async (name: string): Promise<string> => (await call('POST /account/groups', { body: { name } })).body.id;
const [west, east, night] = [await createGroup('ETL west'), await createGroup('ETL east'), await createGroup('Night')];
const names = async (id: string, query: Record<string, unknown> = {}): Promise<string[]> =>
  (await call(LIST, { path: { id }, query })).body.map(({ name }: { name: string }) => name);

test('groups.of-user.kept', async () => {
  const { id } = await make.user();
  await call(ADD, { path: { id }, body: [night] });
  const { status, body } = await call(ADD, { path: { id }, body: [west, night, west, east.toUpperCase()] });
  assert.deepEqual([status, body], [200, (await call('GET /account/users/{id}', { path: { id } })).body]);
  assert.deepEqual(await names(id), ['ETL east', 'ETL west', 'Night']);
  assert.deepEqual(await names(id, { nameFilter: 'etl' }), ['ETL east', 'ETL west']);
  assert.deepEqual(await names(id, { size: 2, page: 2 }), ['Night']);
  const foreign = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  const other = (await call('POST /account/groups', { token: foreign.token, body: { name: 'Foreign' } })).body.id;
  const user = await make.user();
  for (const wrong of [newId(), other])
    await leavesNothing(server, ADD, { path: { id: user.id }, body: [night, wrong] }, 404, 'not_found', TABLE);
  for (const unknown of [newId(), foreign.id, (await make.user({ type: 'SERVICE' })).id])
    await leavesNothing(server, ADD, { path: { id: unknown }, body: [night] }, 404, 'not_found', TABLE);
  for (const wrong of [[], ['me'], { id }])
    await leavesNothing(server, ADD, { path: { id: user.id }, body: wrong }, 400, 'malformed_request', TABLE);
});

test('groups.of-user.missing', async () => {
  const { id } = await make.user();
  await call(ADD, { path: { id }, body: [west] });
  await leavesNothing(server, REMOVE, { path: { id, groupId: east } }, 404, 'not_found', TABLE);
  await leavesNothing(server, REMOVE, { path: { id, groupId: newId() } }, 404, 'not_found', TABLE);
  await leavesNothing(server, REMOVE, { path: { id: newId(), groupId: west } }, 404, 'not_found', TABLE);
  assert.equal((await call(REMOVE, { path: { id, groupId: west } })).status, 204);
  assert.deepEqual(await names(id), []);
});

test('groups.of-user.permission', async () => {
  const { id, token } = await make.user();
  for (const permission of ['SVC_GROUP_MANAGEMENT', 'SVC_USER_MANAGEMENT'] as const) {
    const manager = await make.user({ permissions: [permission] });
    assert.equal((await call(ADD, { token: manager.token, path: { id }, body: [west] })).status, 200);
    assert.equal((await call(LIST, { token: manager.token, path: { id } })).status, 200);
    assert.equal((await call(REMOVE, { token: manager.token, path: { id, groupId: west } })).status, 204);
  }
  assertRefused(await call(LIST, { token, path: { id } }), 403, 'forbidden');
  await leavesNothing(server, ADD, { token, path: { id }, body: [west] }, 403, 'forbidden', TABLE);
  await leavesNothing(server, REMOVE, { token, path: { id, groupId: west } }, 403, 'forbidden', TABLE);
});
