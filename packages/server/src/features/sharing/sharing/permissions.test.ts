import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { groupAt, sharingOn, userAt } from './sharing.fixture.ts';

const ONE = 'GET /sharing/sharings/{entityType}/{entityId}';
const ENTITLEMENTS = 'GET /sharing/sharings/{entityType}/{entityId}/entitlements';
const ELIGIBLES = 'GET /sharing/sharings/eligibles/{entityType}';
const server = await startTestServer();
const { call, make, platform } = server;
const { change, connection, group, pathOf } = await sharingOn(server);
const [owner, ada, bob] = [await make.user(), await make.user(), await make.user()];

test('sharing.entitlements.permission', async () => {
  const editor = await make.user({ permissions: ['SVC_CONNECTION_RESOURCE_EDIT'] });
  const id = await connection(owner);
  await change(id, owner.token, { users: [userAt(ada.id, 'READER'), userAt(editor.id, 'OWNER'), userAt(bob.id, 'WRITER')] });
  const read = async (token: string) => (await call(ENTITLEMENTS, { token, path: pathOf(id) })).body;
  assert.deepEqual(await read(ada.token), { entityId: id, entitlements: ['CONNECTION_READ', 'CONNECTION_SHARE'] });
  assert.deepEqual((await read(bob.token)).entitlements, ['CONNECTION_READ', 'CONNECTION_SHARE']);
  assert.deepEqual((await read(owner.token)).entitlements, ['CONNECTION_READ', 'CONNECTION_SHARE', 'CONNECTION_DELETE']);
  const all = ['CONNECTION_READ', 'CONNECTION_SHARE', 'CONNECTION_UPDATE', 'CONNECTION_DELETE'];
  assert.deepEqual((await read(editor.token)).entitlements, all);
  const { body } = await call(ONE, { token: bob.token, path: pathOf(id), query: { includeMetadata: true } });
  assert.deepEqual(body.entitlements, ['CONNECTION_READ', 'CONNECTION_SHARE']);
});

test('simultaneous checks get the level of their caller on their entity', async () => {
  const ids = [await connection(owner), await connection(owner)];
  const team = await group(bob.id);
  await change(ids[0] ?? '', owner.token, { users: [userAt(ada.id, 'READER')] });
  await change(ids[1] ?? '', owner.token, { groups: [groupAt(team, 'WRITER')] });
  const administrator = await make.user({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] });
  const ownerless = await connection();
  const asked = [owner, ada, bob, administrator].flatMap(({ token }) => [...ids, ownerless].map((id) => ({ token, id })));
  const answers = await Promise.all(asked.map(async ({ token, id }) => (await call(ENTITLEMENTS, { token, path: pathOf(id) })).body));
  const counts = answers.map((body) => body.entitlements?.length ?? body.status);
  assert.deepEqual(counts, [3, 3, 404, 2, 404, 404, 404, 2, 404, 404, 404, 3]);
});

test('sharing.eligibles.permission', async () => {
  const tenant = await make.otherTenant();
  const [plain, editor] = [await make.user({ tenant }), await make.user({ tenant, permissions: ['SVC_CONNECTION_RESOURCE_EDIT'] })];
  const operator = await make.user({ tenant, permissions: ['SVC_OPERATOR'] });
  const users = async (entityType: string): Promise<string[]> =>
    (await call(ELIGIBLES, { token: plain.token, path: { entityType } })).body.users.map((one: { userId: string }) => one.userId);
  assert.deepEqual(await users('crawler'), [editor.id, operator.id]);
  assert.deepEqual(await users('dataset'), [plain.id, editor.id, operator.id]);
  assert.deepEqual(await users('connection'), [plain.id, editor.id, operator.id]);
});

test('sharing.eligibles.groups', async () => {
  const editor = await make.user({ permissions: ['SVC_CONNECTION_RESOURCE_EDIT'] });
  const [plain, withEditor, empty] = [await group(ada.id), await group(editor.id), await group()];
  const outer = await group(bob.id);
  await platform.db.writer.rows(sql`insert into group_nesting (group_id, member_group_id) values (${outer}, ${withEditor})`);
  const ofRole = await group();
  const { body: role } = await call('POST /account/roles', { body: { name: 'Editors', permissions: ['SVC_OPERATOR'] } });
  await platform.db.writer.rows(sql`insert into group_role (group_id, role_id) values (${ofRole}, ${role.id})`);
  const made = new Set([plain, withEditor, empty, outer, ofRole]);
  const groups = async (entityType: string): Promise<string[]> => {
    const { body } = await call(ELIGIBLES, { path: { entityType } });
    return body.groups.map((one: { groupId: string }) => one.groupId).filter((id: string) => made.has(id));
  };
  assert.deepEqual((await groups('crawler')).toSorted(), [withEditor, outer, ofRole].toSorted());
  assert.deepEqual((await groups('dataset')).toSorted(), [...made].toSorted());
});
