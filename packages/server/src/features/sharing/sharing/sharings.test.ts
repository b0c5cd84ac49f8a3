import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { groupAt, SET_ROUTES, sharingOn, userAt } from './sharing.fixture.ts';

const LIST = 'GET /sharing/sharings/{entityType}';
const ONE = 'GET /sharing/sharings/{entityType}/{entityId}';
const ENTITLEMENTS = 'GET /sharing/sharings/{entityType}/{entityId}/entitlements';
const LEVELS = 'GET /sharing/sharings/levels/{entityType}';
const ELIGIBLES = 'GET /sharing/sharings/eligibles/{entityType}';
const server = await startTestServer();
const { call, make } = server;
const { change, connection, group, pathOf, readSet } = await sharingOn(server);
const [owner, ada, bob] = [await make.user(), await make.user(), await make.user()];
const path = { entityType: 'connection' };

test('sharing.access.hidden', async () => {
  const id = await connection(owner);
  const stranger = await make.user({ tenant: await make.otherTenant() });
  for (const [token, entityId, entityType] of [
    [ada.token, id, 'connection'],
    [stranger.token, id, 'connection'],
    [owner.token, newId(), 'connection'],
    [owner.token, id, 'dataset'],
    [owner.token, id, 'constructor'],
  ] as const) {
    for (const route of [SET_ROUTES.read, ONE, ENTITLEMENTS])
      assertRefused(await call(route, { token, path: { entityType, entityId } }), 404, 'not_found');
    for (const route of [SET_ROUTES.replace, SET_ROUTES.change])
      assertRefused(
        await call(route, { token, path: { entityType, entityId }, body: { users: [userAt(ada.id, 'OWNER')] } }),
        404,
        'not_found',
      );
  }
  const { body } = await call(ONE, { token: ada.token, path: pathOf(id), headers: { 'x-client-version': '7' } });
  const { timestamp, message: _message, ...rest } = body;
  assert.ok(timestamp > 1_600_000_000_000);
  const expected = { status: 404, error: 'Not Found', exception: 'not_found', path: `/sharing/sharings/connection/${id}` };
  assert.deepEqual(rest, expected);
});

test('sharing.list.accessible', async () => {
  const reader = await make.user();
  const [own, given, byGroup] = [await connection(reader), await connection(owner), await connection(owner)];
  await connection(owner);
  const team = await group(reader.id);
  await change(given, owner.token, { users: [userAt(reader.id, 'READER')], groups: [groupAt(team, 'WRITER')] });
  await change(byGroup, owner.token, { groups: [groupAt(team, 'READER')] });
  const { body } = await call(LIST, { token: reader.token, path });
  const entry = (entityId: string, levelCode: string) => ({ entityType: 'connection', entityId, userId: reader.id, levelCode });
  const expected = [entry(own, 'OWNER'), entry(given, 'WRITER'), entry(byGroup, 'READER')];
  assert.deepEqual(
    body,
    expected.toSorted((a, b) => (a.entityId < b.entityId ? -1 : 1)),
  );
  assert.deepEqual((await call(LIST, { token: (await make.user()).token, path })).body, []);
});

test('metadata has entitlements, owners and counts', async () => {
  const reader = await make.user({ permissions: ['SVC_OPERATOR'] });
  const id = await connection(owner);
  const team = await group(bob.id);
  await change(id, owner.token, { users: [userAt(reader.id, 'WRITER')], groups: [groupAt(team, 'OWNER')] });
  const { body } = await call(LIST, { token: reader.token, path, query: { includeMetadata: true } });
  const level = { code: 'OWNER', label: 'Owner', order: 3 };
  const foreignEntity = { entityType: 'connection', entityId: id };
  const groupName = body[0].groupOwners[0].groupName;
  const expected = {
    ...foreignEntity,
    userId: reader.id,
    levelCode: 'WRITER',
    entitlements: ['CONNECTION_READ', 'CONNECTION_SHARE', 'CONNECTION_UPDATE'],
    userOwners: [{ userId: owner.id, firstName: 'Test', lastName: 'User', level, foreignEntity }],
    groupOwners: [{ groupId: team, groupName, level, foreignEntity }],
    sharingSetCount: 3,
    isSharedWithOthers: true,
  };
  assert.deepEqual(body, [expected]);
  const alone = await connection(reader);
  const one = await call(ONE, { token: reader.token, path: pathOf(alone), query: { includeMetadata: true } });
  assert.deepEqual([one.body.sharingSetCount, one.body.isSharedWithOthers], [1, false]);
  const plain = await call(ONE, { token: reader.token, path: pathOf(id) });
  assert.deepEqual(plain.body, { ...foreignEntity, userId: reader.id, levelCode: 'WRITER' });
});

test('sharing.access.sources', async () => {
  const id = await connection(owner);
  const [team, other] = [await group(ada.id), await group(bob.id)];
  await change(id, owner.token, { users: [userAt(ada.id, 'READER')], groups: [groupAt(team, 'WRITER'), groupAt(other, 'OWNER')] });
  const { body } = await call(ONE, { token: ada.token, path: pathOf(id), query: { includeMetadata: true } });
  const shown = [...body.sources.users, ...body.sources.groups].map((one) => [
    one.userId ?? one.groupId,
    one.level.code,
    one.foreignEntity,
  ]);
  assert.deepEqual(shown, [
    [ada.id, 'READER', pathOf(id)],
    [team, 'WRITER', pathOf(id)],
  ]);
  assert.equal(body.levelCode, 'WRITER');
});

test('a set is shown in pages: the highest level first, users before groups, by name', async () => {
  const id = await connection(owner);
  const team = await group();
  await change(id, owner.token, { users: [userAt(ada.id, 'READER'), userAt(bob.id, 'WRITER')], groups: [groupAt(team, 'READER')] });
  const ids = async (query: object): Promise<string[]> => {
    const { users, groups } = await readSet(id, ada.token, { ...query });
    return [...users, ...groups].map((one) => one.userId ?? one.groupId);
  };
  assert.deepEqual(await ids({}), [owner.id, bob.id, ada.id, team]);
  assert.deepEqual(await ids({ limit: 2 }), [owner.id, bob.id]);
  assert.deepEqual(await ids({ limit: 2, offset: 2 }), [ada.id, team]);
  assert.deepEqual(await ids({ offset: 4 }), []);
  for (const query of [{ limit: 0 }, { limit: 1001 }, { offset: -1 }, { foreignEntityId: 'x' }])
    assertRefused(await call(SET_ROUTES.read, { token: ada.token, path: pathOf(id), query }), 400, 'malformed_request');
});

test('sharing.list.deleted', async () => {
  const id = await connection(owner);
  await change(id, owner.token, { users: [userAt(ada.id, 'WRITER')] });
  await change(id, owner.token, { users: [userAt(ada.id)] });
  const shown = async (includeDeletedSharings?: boolean) =>
    (await readSet(id, owner.token, includeDeletedSharings === undefined ? {} : { includeDeletedSharings })).users.map(
      (one: { userId: string; level: { code: string }; deletedAt?: string }) => [one.userId, one.level.code, one.deletedAt !== undefined],
    );
  assert.deepEqual(await shown(), [[owner.id, 'OWNER', false]]);
  assert.deepEqual(await shown(false), [[owner.id, 'OWNER', false]]);
  await change(id, owner.token, { users: [userAt(ada.id, 'READER')] });
  assert.deepEqual(await shown(true), [
    [owner.id, 'OWNER', false],
    [ada.id, 'READER', false],
    [ada.id, 'WRITER', true],
  ]);
});

test('sharing.list.foreign', async () => {
  const id = await connection(owner);
  const users = async (query: object): Promise<string[]> =>
    (await readSet(id, owner.token, { ...query })).users.map((one: { userId: string }) => one.userId);
  assert.deepEqual((await readSet(id, owner.token)).users[0].foreignEntity, pathOf(id));
  assert.deepEqual(await users({ foreignEntityType: 'connection', foreignEntityId: id }), [owner.id]);
  assert.deepEqual(await users({ foreignEntityType: 'dataset' }), []);
  assert.deepEqual(await users({ foreignEntityId: newId() }), []);
});

test('sharing.eligibles.active', async () => {
  const tenant = await make.otherTenant();
  const [first, second] = [await make.user({ tenant, permissions: ['SVC_GROUP_MANAGEMENT'] }), await make.user({ tenant })];
  await make.user({ tenant, active: false });
  await make.user({ tenant, type: 'SERVICE' });
  const team = (await call('POST /account/groups', { token: first.token, body: { name: 'All', userIds: [] } })).body.id;
  const { body } = await call(ELIGIBLES, { token: second.token, path });
  const user = ({ id: userId }: { id: string }) => ({ userId, firstName: 'Test', lastName: 'User' });
  assert.deepEqual(body, { users: [user(first), user(second)], groups: [{ groupId: team, groupName: 'All' }] });
});

test('sharing.types.unknown', async () => {
  const { token } = ada;
  for (const entityType of ['api_test', 'Connection', 'constructor', '__proto__']) {
    assert.deepEqual((await call(LIST, { token, path: { entityType } })).body, [], entityType);
    assert.deepEqual((await call(LEVELS, { token, path: { entityType } })).body, [], entityType);
    assert.deepEqual((await call(ELIGIBLES, { token, path: { entityType } })).body, { users: [], groups: [] }, entityType);
  }
  assert.deepEqual((await call(LIST, { token, path: { entityType: 'preparation' } })).body, []);
  assert.deepEqual((await call(LEVELS, { token, path })).body, [
    { code: 'READER', label: 'Viewer', order: 1 },
    { code: 'WRITER', label: 'Editor', order: 2 },
    { code: 'OWNER', label: 'Owner', order: 3 },
  ]);
});

test('sharing.groups.nested', async () => {
  const reader = await make.user();
  const id = await connection(owner);
  const member = (value: string) => ({ value, type: 'Group' });
  const nest = async (...members: object[]): Promise<string> =>
    (await call('POST /scim/v2/Groups', { body: { displayName: `Nest ${newId()}`, members } })).body.id;
  const inner = await nest({ value: reader.id });
  const outer = await nest(member(await nest(member(inner))), member(inner));
  await change(id, owner.token, { groups: [groupAt(outer, 'WRITER')] });
  assert.equal((await call(ONE, { token: reader.token, path: pathOf(id) })).body.levelCode, 'WRITER');
  assert.deepEqual((await call(LIST, { token: reader.token, path })).body.length, 1);
  const { body } = await call(ONE, { token: reader.token, path: pathOf(id), query: { includeMetadata: true } });
  assert.deepEqual(
    body.sources.groups.map((one: { groupId: string }) => one.groupId),
    [outer],
  );
  await call('PUT /scim/v2/Groups/{id}', { path: { id: inner }, body: { displayName: `Nest ${newId()}`, members: [] } });
  assertRefused(await call(ONE, { token: reader.token, path: pathOf(id) }), 404, 'not_found');
});
