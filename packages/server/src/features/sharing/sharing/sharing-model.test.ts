import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { randomNumbers } from '../../../../../../soak/stage.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { SET_ROUTES, sharingOn } from './sharing.fixture.ts';

const CODES = ['READER', 'WRITER', 'OWNER'] as const;
const PATH = { entityType: 'connection' };
/** So many that most calls change several sharings, and that groups nest to some depth. */
const [USERS, GROUPS] = [200, 20];

type User = { id: string; token: string };
/** Members are the ids of users and groups. */
type Group = { id: string; name: string; members: Set<string> };
type Entry = { id: string; isGroup: boolean; level: number };
type Change = { entity: string; whole: boolean; entries: Entry[] };

const server = await startTestServer();
const { call, make } = server;
const { connection, pathOf } = await sharingOn(server);

test('random changes of sharings and groups leave exactly the access of a simple model', async (context) => {
  const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  context.diagnostic(`TEST_SEED=${seed}`);
  const random = randomNumbers(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const some = <Value>(values: readonly Value[], share: number): Value[] => values.filter(() => random() < share);

  const admin = await make.user({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] });
  const users: User[] = await Promise.all(Array.from({ length: USERS }, () => make.user()));
  const groups: Group[] = [];
  /** The levels of users and groups on each entity. */
  const model = new Map<string, Map<string, number>>();
  const counts = { changes: 0, refused: 0, circles: 0, deleted: 0 };
  let number = 0;

  async function addGroup(): Promise<void> {
    const name = `Group ${(number += 1)}`;
    const { body } = await call('POST /scim/v2/Groups', { body: { displayName: name } });
    groups.push({ id: body.id, name, members: new Set() });
  }
  async function addEntity(): Promise<void> {
    model.set(await connection(), new Map());
  }
  for (let turn = 0; turn < GROUPS; turn += 1) await addGroup();
  for (let turn = 0; turn < 6; turn += 1) await addEntity();

  /** Returns whether a group has a user or group among its members, at any depth. */
  const contains = (group: Group, id: string): boolean => {
    const found = new Set([group]);
    for (const outer of found) for (const inner of groups) if (outer.members.has(inner.id)) found.add(inner);
    return [...found].some(({ members }) => members.has(id));
  };
  /** The level of a user on an entity: the highest of its own and those of its groups. */
  const levelOfUser = (user: string, entity: string): number =>
    Math.max(
      0,
      ...[...(model.get(entity) ?? [])].map(([id, level]) => {
        const group = groups.find((one) => one.id === id);
        return id === user || (group && contains(group, user)) ? level : 0;
      }),
    );
  const hasOwner = (entity: string): boolean => [...(model.get(entity)?.values() ?? [])].includes(3);
  /** The level of a caller on an entity; none if the entity does not exist, also for the administrator. */
  const levelOfCaller = (caller: User, entity: string): number =>
    caller === admin ? (model.has(entity) && !hasOwner(entity) ? 3 : 0) : levelOfUser(caller.id, entity);

  /** Applies a change to the model, or returns the status with which the server must refuse it. */
  function apply(caller: User, { entity, whole, entries }: Change): number {
    const held = model.get(entity);
    const own = levelOfCaller(caller, entity);
    if (!held || own === 0) return 404;
    const after = new Map(whole ? [] : held);
    for (const { id, level } of entries) {
      if (level === 0) after.delete(id);
      else after.set(id, level);
    }
    const touched = [...new Set([...held.keys(), ...after.keys()])].filter((id) => held.get(id) !== after.get(id));
    for (const id of touched) {
      if (Math.max(held.get(id) ?? 0, after.get(id) ?? 0) > own) return 403;
      if (own === 1 && held.has(id) && id !== caller.id) return 403;
    }
    const exists = (id: string, isGroup: boolean): boolean => (isGroup ? groups : users).some((one) => one.id === id);
    if (entries.some(({ id, isGroup, level }) => level > 0 && touched.includes(id) && !exists(id, isGroup))) return 400;
    if (hasOwner(entity) && ![...after.values()].includes(3)) return 400;
    model.set(entity, after);
    counts.changes += touched.length;
    return 200;
  }

  function randomEntries(): Entry[] {
    const all = [...users.map(({ id }) => ({ id, isGroup: false })), ...groups.map(({ id }) => ({ id, isGroup: true }))];
    if (random() < 0.05) all.push({ id: newId(), isGroup: random() < 0.5 });
    return some(all, 0.25).map((one) => ({ ...one, level: below(4) }));
  }
  /** A random change; in a whole set, most unchanged entries are repeated, as a client does that has read the set. */
  function randomChange(whole: boolean): Change {
    const entity = random() < 0.03 ? newId() : pick([...model.keys()]);
    const changed = randomEntries().filter(({ level }) => !whole || level > 0);
    const named = new Set(changed.map(({ id }) => id));
    const kept = whole && random() < 0.8 ? [...(model.get(entity) ?? [])].filter(([id]) => !named.has(id)) : [];
    const repeated = kept.map(([id, level]) => ({ id, isGroup: groups.some((one) => one.id === id), level }));
    return { entity, whole, entries: [...changed, ...repeated] };
  }
  const bodyOf = ({ entries }: Change): object => {
    const level = (order: number) => order > 0 && { level: { code: CODES[order - 1] } };
    return {
      users: entries.filter((entry) => !entry.isGroup).map((entry) => ({ userId: entry.id, ...level(entry.level) })),
      groups: entries.filter((entry) => entry.isGroup).map((entry) => ({ groupId: entry.id, ...level(entry.level) })),
    };
  };

  /** A caller for a change of an entity: usually an owner, because the server refuses most changes of other callers. */
  function callerFor(entity: string): User {
    const all = [...users, admin];
    const owners = all.filter((one) => levelOfCaller(one, entity) === 3);
    return random() < 0.7 && owners.length > 0 ? pick(owners) : pick(all);
  }

  async function changeOne(): Promise<void> {
    const change = randomChange(random() < 0.4);
    const caller = callerFor(change.entity);
    const sent = { token: caller.token, path: pathOf(change.entity), body: bodyOf(change) };
    const { status, body } = await call(change.whole ? SET_ROUTES.replace : SET_ROUTES.change, sent);
    assert.equal(status, apply(caller, change), `TEST_SEED=${seed} ${JSON.stringify(body)}`);
    if (status !== 200) counts.refused += 1;
  }

  async function changeSeveral(): Promise<void> {
    const changes = Array.from({ length: 1 + below(3) }, () => randomChange(false));
    const caller = callerFor(pick(changes).entity);
    const before = [...model].map(([entity, held]) => [entity, new Map(held)] as const);
    const count = counts.changes;
    const hidden = changes.some(({ entity }) => levelOfCaller(caller, entity) === 0);
    const refused = hidden ? 404 : changes.map((one) => apply(caller, one)).find((status) => status !== 200);
    if (refused !== undefined) {
      for (const [entity, held] of before) model.set(entity, held);
      counts.changes = count;
      counts.refused += 1;
    }
    const bulk = changes.map((one) => ({ ...pathOf(one.entity), ...bodyOf(one) }));
    const { status, body } = await call(SET_ROUTES.bulk, { token: caller.token, body: { bulk } });
    assert.equal(status, refused ?? 200, `TEST_SEED=${seed} ${JSON.stringify(body)}`);
  }

  /** Replaces the members of a group: users, and groups as long as there is no cycle. */
  async function moveMembers(): Promise<void> {
    const group = pick(groups);
    const inner = some(groups, 0.3);
    const wanted = [
      ...some(users, 0.3).map(({ id }) => ({ value: id, type: 'User' })),
      ...inner.map(({ id }) => ({ value: id, type: 'Group' })),
    ];
    const circle = inner.some((one) => one === group || contains(one, group.id));
    const body = { displayName: group.name, members: wanted };
    const { status } = await call('PUT /scim/v2/Groups/{id}', { path: { id: group.id }, body });
    assert.equal(status, circle ? 400 : 200, `TEST_SEED=${seed}`);
    if (circle) counts.circles += 1;
    else group.members = new Set(wanted.map(({ value }) => value));
  }

  /** Deletes a user, a group or an entity, and creates another one. */
  async function replaceOne(): Promise<void> {
    counts.deleted += 1;
    const kind = below(3);
    if (kind === 2) {
      const entity = pick([...model.keys()]);
      assert.equal((await call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId: entity } })).status, 204);
      model.delete(entity);
      return addEntity();
    }
    const [gone] = kind === 0 ? users.splice(below(users.length), 1) : groups.splice(below(groups.length), 1);
    const route = kind === 0 ? 'DELETE /account/users/{id}' : 'DELETE /account/groups/{id}';
    assert.equal((await call(route, { path: { id: gone?.id ?? '' } })).status, 204);
    for (const held of model.values()) held.delete(gone?.id ?? '');
    for (const { members } of groups) members.delete(gone?.id ?? '');
    if (kind === 0) users.push(await make.user());
    else await addGroup();
  }

  /** Compares the list of a user, its access to one entity and the set of that entity with the model. */
  async function compare(): Promise<void> {
    const user = pick(users);
    const expected = [...model.keys()].flatMap((entity) => {
      const level = levelOfUser(user.id, entity);
      return level > 0 ? [`${entity} ${CODES[level - 1]}`] : [];
    });
    const { body: listed } = await call('GET /sharing/sharings/{entityType}', { token: user.token, path: PATH });
    const actual = listed.map((one: { entityId: string; levelCode: string }) => `${one.entityId} ${one.levelCode}`);
    assert.deepEqual(actual.toSorted(), expected.toSorted(), `TEST_SEED=${seed}`);

    const entity = pick([...model.keys()]);
    const set = await call(SET_ROUTES.read, { token: user.token, path: pathOf(entity), query: { limit: 1000 } });
    assert.equal(set.status, levelOfUser(user.id, entity) > 0 ? 200 : 404, `TEST_SEED=${seed}`);
    if (set.status !== 200) return;
    const shown = [...set.body.users, ...set.body.groups].map((one) => `${one.userId ?? one.groupId} ${one.level.code}`);
    const held = [...(model.get(entity) ?? [])].map(([id, level]) => `${id} ${CODES[level - 1]}`);
    assert.deepEqual(shown.toSorted(), held.toSorted(), `TEST_SEED=${seed}`);
  }

  const wanted = Number(process.env['MILLRACE_SHARINGS'] ?? 4000);
  // A short run goes on until each kind of change has happened.
  const hasEachKind = (): boolean => counts.refused > 0 && counts.circles > 0 && counts.deleted > 0;
  while (counts.changes < wanted || !hasEachKind()) {
    await pick([changeOne, changeOne, changeOne, changeOne, changeSeveral, moveMembers, ...(random() < 0.3 ? [replaceOne] : [])])();
    await compare();
  }
  const { changes, refused, circles, deleted } = counts;
  context.diagnostic(`soak: ${changes} changes, ${refused} refused, ${circles} circles refused, ${deleted} deletions, all as in the model`);
});
