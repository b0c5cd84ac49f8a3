import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import type { LevelCode } from './entity-types.ts';
import { groupAt, SET_ROUTES, sharingOn, userAt } from './sharing.fixture.ts';

const server = await startTestServer();
const { call, make } = server;
const { change, connection, group, levels, pathOf, replace, readSet } = await sharingOn(server);
const TABLES = ['sharing', 'ended_sharing'];
const owner = await make.user();
const [ada, bob, eve] = [await make.user(), await make.user(), await make.user()];

/** A connection with an owner and these other levels. */
async function shared(...entries: [user: { id: string }, code: LevelCode][]): Promise<string> {
  const id = await connection(owner);
  if (entries.length > 0) {
    const { status, body } = await change(id, owner.token, { users: entries.map(([user, code]) => userAt(user.id, code)) });
    assert.equal(status, 200, JSON.stringify(body));
  }
  return id;
}

/** Asserts that each change is refused and leaves nothing behind. */
async function refuses(id: string, token: string, status: number, code: string, ...bodies: object[]): Promise<void> {
  for (const route of [SET_ROUTES.change, SET_ROUTES.replace])
    for (const body of bodies) {
      const before = await levels(id, owner.token);
      await leavesNothing(server, route, { token, path: pathOf(id), body }, status, code, ...TABLES);
      assert.deepEqual(await levels(id, owner.token), before);
    }
}

test('adds, changes and removes sharings, and answers the key of the entity', async () => {
  const id = await shared();
  const team = await group(eve.id);
  const { body } = await change(id, owner.token, { users: [userAt(ada.id, 'READER')], groups: [groupAt(team, 'WRITER')] });
  assert.deepEqual(body, { entityType: 'connection', entityId: id });
  assert.deepEqual(await levels(id, owner.token), { [owner.id]: 'OWNER', [ada.id]: 'READER', [team]: 'WRITER' });
  await changesRows(server, { sharing: 0, ended_sharing: 0 }, () => change(id, owner.token, { users: [userAt(ada.id, 'WRITER')] }));
  assert.deepEqual(await levels(id, owner.token), { [owner.id]: 'OWNER', [ada.id]: 'WRITER', [team]: 'WRITER' });
});

test('sharing.change.removal', async () => {
  const id = await shared([ada, 'WRITER'], [bob, 'READER']);
  const team = await group(eve.id);
  await change(id, owner.token, { groups: [groupAt(team, 'READER')] });
  await changesRows(server, { sharing: -2, ended_sharing: 2 }, async () => {
    assert.equal((await change(id, owner.token, { users: [userAt(ada.id)], groups: [groupAt(team)] })).status, 200);
  });
  assert.deepEqual(await levels(id, owner.token), { [owner.id]: 'OWNER', [bob.id]: 'READER' });
  await changesRows(server, { sharing: 0, ended_sharing: 0 }, () => change(id, owner.token, { users: [userAt(ada.id)] }));
  assert.deepEqual(await levels(id, owner.token), { [owner.id]: 'OWNER', [bob.id]: 'READER' }, 'entries that are not named stay');
});

test('sharing.replace.whole', async () => {
  const id = await shared([ada, 'WRITER'], [bob, 'READER']);
  const users = [userAt(owner.id, 'OWNER'), userAt(ada.id, 'READER'), userAt(eve.id, 'WRITER')];
  assert.deepEqual((await replace(id, owner.token, { users })).body, { entityType: 'connection', entityId: id });
  assert.deepEqual(await levels(id, owner.token), { [owner.id]: 'OWNER', [ada.id]: 'READER', [eve.id]: 'WRITER' });
  const read = await readSet(id, owner.token);
  await changesRows(server, { sharing: 0, ended_sharing: 0 }, async () => {
    assert.equal((await replace(id, owner.token, read)).status, 200, 'a set can be sent back as it was read');
  });
});

test('sharing.change.level', async () => {
  const id = await shared([ada, 'WRITER'], [bob, 'READER'], [eve, 'WRITER']);
  const other = await make.user();
  const present = [userAt(owner.id, 'OWNER'), userAt(ada.id, 'WRITER'), userAt(bob.id, 'READER'), userAt(eve.id, 'WRITER')];
  const without = (gone: { id: string }, ...more: object[]) => ({ users: [...present.filter((one) => one.userId !== gone.id), ...more] });
  for (const bad of [userAt(other.id, 'OWNER'), userAt(ada.id, 'OWNER'), userAt(bob.id, 'OWNER')]) {
    const before = await levels(id, owner.token);
    const path = pathOf(id);
    await leavesNothing(server, SET_ROUTES.change, { token: ada.token, path, body: { users: [bad] } }, 403, 'level_too_low', ...TABLES);
    const body = without({ id: bad.userId }, bad);
    await leavesNothing(server, SET_ROUTES.replace, { token: ada.token, path, body }, 403, 'level_too_low', ...TABLES);
    assert.deepEqual(await levels(id, owner.token), before);
  }
  await refuses(id, ada.token, 403, 'level_too_low', { users: [userAt(owner.id, 'READER')] });
  assertRefused(await change(id, ada.token, { users: [userAt(owner.id)] }), 403, 'level_too_low');
  assertRefused(await replace(id, ada.token, without(owner)), 403, 'level_too_low');
  assert.equal((await replace(id, ada.token, without(eve, userAt(other.id, 'WRITER')))).status, 200, 'levels above stay as they are');
  assert.equal((await change(id, ada.token, { users: [userAt(ada.id, 'READER')] })).status, 200, 'a level may be given up');
  assertRefused(await change(id, ada.token, { users: [userAt(ada.id, 'WRITER')] }), 403, 'level_too_low');
});

test('sharing.change.reader', async () => {
  const id = await shared([ada, 'READER'], [bob, 'READER']);
  assert.equal((await change(id, ada.token, { users: [userAt(eve.id, 'READER')] })).status, 200);
  assertRefused(await change(id, ada.token, { users: [userAt(bob.id)] }), 403, 'level_too_low');
  assertRefused(await change(id, ada.token, { users: [userAt(bob.id, 'WRITER')] }), 403, 'level_too_low');
  assert.equal((await change(id, ada.token, { users: [userAt(ada.id)] })).status, 200);
  assert.deepEqual(await levels(id, owner.token), { [owner.id]: 'OWNER', [bob.id]: 'READER', [eve.id]: 'READER' });
  assertRefused(await change(id, ada.token, { users: [userAt(ada.id, 'READER')] }), 404, 'not_found');
});

test('sharing.change.eligible', async () => {
  const id = await shared();
  const foreign = await make.otherTenant();
  const stranger = await make.user({ tenant: foreign, permissions: ['SVC_GROUP_MANAGEMENT'] });
  const team = (await call('POST /account/groups', { token: stranger.token, body: { name: 'Strangers', userIds: [] } })).body.id;
  const inactive = await make.user({ active: false });
  const robot = await make.user({ type: 'SERVICE' });
  const keep = userAt(owner.id, 'OWNER');
  for (const unknown of [newId(), stranger.id, inactive.id, robot.id, team])
    await refuses(id, owner.token, 400, 'grantee_not_eligible', { users: [keep, userAt(unknown, 'READER')] });
  for (const unknown of [newId(), team, ada.id])
    await refuses(id, owner.token, 400, 'grantee_not_eligible', { users: [keep], groups: [groupAt(unknown, 'READER')] });
});

test('sharing.change.twice', async () => {
  const id = await shared();
  const twice = [userAt(owner.id, 'OWNER'), userAt(ada.id, 'READER'), userAt(ada.id.toUpperCase(), 'WRITER')];
  await refuses(id, owner.token, 400, 'grantee_twice', { users: twice });
});

test('sharing.change.foreign', async () => {
  const id = await shared([ada, 'READER']);
  const foreignEntity = { entityType: 'dataset', entityId: newId() };
  await refuses(id, owner.token, 400, 'foreign_sharing', {
    users: [userAt(owner.id, 'OWNER'), { ...userAt(bob.id, 'READER'), foreignEntity }],
  });
  const own = { entityType: 'connection', entityId: id.toUpperCase() };
  const users = [userAt(owner.id, 'OWNER'), { ...userAt(ada.id, 'WRITER'), foreignEntity: own }];
  assert.equal((await replace(id, owner.token, { users })).status, 200);
  assert.deepEqual(await levels(id, owner.token), { [owner.id]: 'OWNER', [ada.id]: 'WRITER' });
});

test('sharing.owner.last', async () => {
  const id = await shared([ada, 'WRITER']);
  await refuses(id, owner.token, 400, 'last_owner', { users: [userAt(owner.id, 'WRITER')] });
  assertRefused(await change(id, owner.token, { users: [userAt(owner.id)] }), 400, 'last_owner');
  assertRefused(await replace(id, owner.token, {}), 400, 'last_owner');
  const retired = await make.user();
  await change(id, owner.token, { users: [userAt(retired.id, 'OWNER')] });
  await disable(retired);
  assertRefused(await change(id, owner.token, { users: [userAt(owner.id, 'WRITER')] }), 400, 'last_owner');
  const team = await group(eve.id);
  assert.equal((await change(id, owner.token, { users: [userAt(owner.id)], groups: [groupAt(team, 'OWNER')] })).status, 200);
  assert.deepEqual(await levels(id, eve.token), { [ada.id]: 'WRITER', [team]: 'OWNER', [retired.id]: 'OWNER' });
});

test('sharing.owner.none', async () => {
  const admin = await make.user({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] });
  const carl = await make.user();
  const half = await make.user({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_GROUP_MANAGEMENT'] });
  const last = await make.user();
  const id = await connection(last);
  assertRefused(await call(SET_ROUTES.read, { token: admin.token, path: pathOf(id) }), 404, 'not_found');
  assertRefused(await change(id, admin.token, { users: [userAt(carl.id, 'OWNER')] }), 404, 'not_found');
  assert.equal((await call('DELETE /account/users/{id}', { path: { id: last.id } })).status, 204);
  assertRefused(await change(id, half.token, { users: [userAt(carl.id, 'OWNER')] }), 404, 'not_found');
  const elsewhere = await make.user({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'], tenant: await make.otherTenant() });
  assertRefused(await change(id, elsewhere.token, {}), 404, 'not_found');
  assert.equal((await change(id, admin.token, { users: [userAt(carl.id, 'OWNER')] })).status, 200);
  assertRefused(await change(id, admin.token, { users: [userAt(bob.id, 'OWNER')] }), 404, 'not_found');
  await disable(carl);
  assert.equal((await change(id, admin.token, { users: [userAt(bob.id, 'OWNER')] })).status, 200, 'a disabled user is no owner');
});

test('sharing.change.bulk', async () => {
  const [one, other, alien] = [await shared([ada, 'WRITER']), await shared([ada, 'READER']), await connection(bob)];
  const item = (entityId: string, ...users: object[]) => ({ ...pathOf(entityId), users });
  const send = (...bulk: object[]) => ({ token: ada.token, body: { bulk } });
  const good = item(one, userAt(eve.id, 'WRITER'));
  const refused = (bad: object, status: number, code: string) =>
    leavesNothing(server, SET_ROUTES.bulk, send(good, bad), status, code, ...TABLES);
  await refused(item(other, userAt(eve.id, 'WRITER')), 403, 'level_too_low');
  await refused(item(alien, userAt(eve.id, 'READER')), 404, 'not_found');
  await refused({ ...item(other, userAt(eve.id, 'READER')), entityType: 'nothing' }, 404, 'not_found');
  await refused(item(other, userAt(newId(), 'READER')), 400, 'grantee_not_eligible');
  assert.equal((await call(SET_ROUTES.bulk, send())).status, 400);
  const { status, body } = await call(SET_ROUTES.bulk, send(good, item(other, userAt(eve.id, 'READER')), item(one, userAt(eve.id))));
  assert.deepEqual([status, body], [200, { entityType: 'connection', entityId: one }]);
  assert.deepEqual(await levels(one, owner.token), { [owner.id]: 'OWNER', [ada.id]: 'WRITER' });
  assert.deepEqual(await levels(other, owner.token), { [owner.id]: 'OWNER', [ada.id]: 'READER', [eve.id]: 'READER' });
});

test('two owners that remove each other at once leave one owner', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const id = await shared([bob, 'OWNER']);
    const answers = await Promise.all([
      change(id, owner.token, { users: [userAt(bob.id)] }),
      change(id, bob.token, { users: [userAt(owner.id)] }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
  }
});

async function disable({ id, login }: { id: string; login: string }): Promise<void> {
  const body = { login, email: `${login}@example.com`, firstName: 'Test', lastName: 'User', active: false };
  const answer = await call('PUT /account/users/{id}', { path: { id }, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}
