import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { groupAt, SET_ROUTES, sharingOn, userAt } from './sharing.fixture.ts';
import { shareNewEntity } from './index.ts';

const LIST = 'GET /sharing/sharings/{entityType}';
const ONE = 'GET /sharing/sharings/{entityType}/{entityId}';
const server = await startTestServer();
const { call, make, platform } = server;
const { change, connection, group, pathOf, replace, readSet } = await sharingOn(server);
const [owner, ada, bob] = [await make.user(), await make.user(), await make.user()];

/** A dataset of a connection, with an owner. */
async function dataset(connectionId: string): Promise<string> {
  const id = newId();
  await platform.db.transaction(async (tx) => {
    await tx.rows(sql`
      insert into catalog_connection (connection_id, tenant_id, type_id, tags, enabled, keeps_samples, owner_id, created_by, updated_by)
      values (${connectionId}, ${owner.tenant}, 'type', '{}', true, false, ${owner.id}, ${owner.id}, ${owner.id})
      on conflict do nothing`);
    await tx.rows(sql`
      insert into dataset (id, tenant_id, connection_id, technical_name, kind, label, owner_id, created_by, updated_by, schema_digest)
      values (${id}, ${owner.tenant}, ${connectionId}, ${id}, 'TABLE', 'Orders', ${owner.id}, ${owner.id}, ${owner.id}, '')`);
    await shareNewEntity(tx, { tenant: owner.tenant, type: 'dataset', id, owner: owner.id });
  });
  return id;
}
const share = (id: string, body: object) =>
  call(SET_ROUTES.change, { token: owner.token, path: { entityType: 'dataset', entityId: id }, body });

test('sharing.access.foreign', async () => {
  const id = await connection(owner);
  const [first, second] = [await dataset(id), await dataset(id)];
  const team = await group(bob.id);
  assertRefused(await call(ONE, { token: ada.token, path: pathOf(id) }), 404, 'not_found');
  await share(first, { users: [userAt(ada.id, 'WRITER')] });
  await share(second, { groups: [groupAt(team, 'OWNER')] });
  for (const { token } of [ada, bob]) {
    assert.equal((await call(ONE, { token, path: pathOf(id) })).body.levelCode, 'READER');
    assert.deepEqual((await call(LIST, { token, path: { entityType: 'connection' } })).body.length, 1);
  }
  const sources = (await call(ONE, { token: ada.token, path: pathOf(id), query: { includeMetadata: true } })).body.sources;
  const foreignEntity = { entityType: 'dataset', entityId: first };
  const level = { code: 'READER', label: 'Viewer', order: 1 };
  assert.deepEqual(sources, { users: [{ userId: ada.id, firstName: 'Test', lastName: 'User', level, foreignEntity }], groups: [] });

  const shown = await readSet(id, owner.token, { foreignEntityType: 'dataset', foreignEntityId: second });
  assert.deepEqual(
    shown.groups.map((one: { groupId: string }) => one.groupId),
    [team],
  );
  const whole = await readSet(id, owner.token);
  assert.equal(whole.users.length, 4, 'the owner, the same by two datasets, and one reader');
  assert.equal((await replace(id, owner.token, whole)).status, 200, JSON.stringify(whole));
  assert.deepEqual(await readSet(id, owner.token), whole, 'a set that is sent back stays as it is');

  await share(first, { users: [userAt(ada.id)] });
  assertRefused(await call(ONE, { token: ada.token, path: pathOf(id) }), 404, 'not_found');
});

test('sharing.change.foreign: a sharing names another entity that exists', async () => {
  const [id, other, hidden] = [await connection(owner), await connection(owner), await connection(bob)];
  const team = await group(bob.id);
  const entriesOf = async (query: Record<string, unknown> = {}) => {
    const { users, groups } = await readSet(id, owner.token, query);
    return [...users, ...groups].map((one) => [one.userId ?? one.groupId, one.level.code, one.foreignEntity.entityId]);
  };
  const foreignEntity = { entityType: 'connection', entityId: other.toUpperCase() };
  const named = { users: [{ ...userAt(ada.id, 'READER'), foreignEntity }], groups: [{ ...groupAt(team, 'READER'), foreignEntity }] };
  assert.equal((await change(id, owner.token, named)).status, 200);
  const own = [owner.id, 'OWNER', id];
  assert.deepEqual(await entriesOf(), [own, [ada.id, 'READER', other], [team, 'READER', other]]);
  assert.deepEqual(await entriesOf({ foreignEntityType: 'connection', foreignEntityId: other }), [
    [ada.id, 'READER', other],
    [team, 'READER', other],
  ]);
  assert.equal((await call(ONE, { token: ada.token, path: pathOf(id) })).body.levelCode, 'READER');
  assertRefused(await call(ONE, { token: ada.token, path: pathOf(other) }), 404, 'not_found');

  await change(id, owner.token, { users: [userAt(ada.id, 'WRITER')], groups: [{ ...groupAt(team, 'READER'), foreignEntity: pathOf(id) }] });
  const changed = [own, [ada.id, 'WRITER', other], [team, 'READER', id]];
  assert.deepEqual(await entriesOf(), changed, 'left out, it stays; the entity itself takes it back');

  for (const entityId of [newId(), hidden])
    for (const route of [SET_ROUTES.change, SET_ROUTES.replace]) {
      const users = [userAt(owner.id, 'OWNER'), { ...userAt(bob.id, 'READER'), foreignEntity: { ...foreignEntity, entityId } }];
      const sent = { token: owner.token, path: pathOf(id), body: { users } };
      await leavesNothing(server, route, sent, 400, 'foreign_sharing', 'sharing', 'ended_sharing');
    }
  const unknownType = { ...foreignEntity, entityType: 'api_test' };
  const sent = { token: owner.token, path: pathOf(id), body: { users: [{ ...userAt(bob.id, 'READER'), foreignEntity: unknownType }] } };
  await leavesNothing(server, SET_ROUTES.change, sent, 400, 'foreign_sharing', 'sharing', 'ended_sharing');

  await call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId: other } });
  assert.equal(
    (await replace(id, owner.token, await readSet(id, owner.token))).status,
    200,
    'a set is sent back after its foreign entity is gone',
  );
  assert.deepEqual(await entriesOf(), changed);
  await change(id, owner.token, { users: [userAt(ada.id)] });
  assert.deepEqual((await entriesOf({ includeDeletedSharings: true })).at(1), [ada.id, 'WRITER', other]);
});

test('sharing.change.foreign: a sharing of a dataset is not changed at its connection', async () => {
  const id = await connection(owner);
  const first = await dataset(id);
  const users = [{ ...userAt(ada.id, 'READER'), foreignEntity: { entityType: 'dataset', entityId: first } }];
  const sent = { token: owner.token, path: pathOf(id), body: { users } };
  await leavesNothing(server, SET_ROUTES.change, sent, 400, 'foreign_sharing', 'sharing', 'ended_sharing');
});
