import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchEvents } from '../../../../test/support/events.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const { assertRaisesOne, assertRaises, newEvents, tenant } = await watchEvents(server);
const { id: me } = (await call('GET /account/me')).body;
const created = async (route: string, body: object): Promise<string> => {
  const answer = await call(route, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
};
const changed = async (route: string, path: Record<string, string>, body?: unknown): Promise<void> => {
  const answer = await call(route, { path, ...(body !== undefined && { body }) });
  assert.ok(answer.status < 300, `${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
};

test('events.roles.records', async () => {
  let id = '';
  const event = await assertRaisesOne(
    'role.created',
    async () => (id = await created('POST /account/roles', { name: 'Guide', permissions: ['SVC_OPERATOR'] })),
  );
  const { createdAt, lastUpdatedAt, ...data } = event.data;
  assert.deepEqual(data, { id, name: 'Guide', description: '', type: 'custom', level: 'user', tenantId: tenant });
  assert.deepEqual([event.tenant, event.resource, event.actor, event.space], [tenant, id, me, null]);
  assert.ok(createdAt <= lastUpdatedAt);
  const replaced = await assertRaisesOne('role.updated', () =>
    changed('PUT /account/roles/{id}', { id }, { name: 'Guides', permissions: ['SVC_USER_MANAGEMENT'] }),
  );
  assert.deepEqual([replaced.data.name, replaced.data.level], ['Guides', 'admin']);
  await assertRaisesOne('role.updated', () =>
    changed('PATCH /api/v1/roles/{id}', { id }, [{ op: 'replace', path: 'name', value: 'Guide' }]),
  );
  await assertRaisesOne('role.updated', () =>
    changed('PATCH /scim/v2/Roles/{id}', { id }, { Operations: [{ op: 'replace', value: { name: 'G' } }] }),
  );
  const deleted = await assertRaisesOne('role.deleted', () => changed('DELETE /account/roles/{id}', { id }));
  assert.equal(deleted.data.name, 'G', 'its last state');

  let other = '';
  await assertRaisesOne('role.created', async () => (other = await created('POST /api/v1/roles', { name: 'Other' })));
  await assertRaisesOne('role.deleted', () => changed('DELETE /api/v1/roles/{id}', { id: other }));
  await assertRaisesOne('role.created', async () => (other = await created('POST /scim/v2/Roles', { name: 'Third', externalId: 'r3' })));
  await assertRaisesOne('role.deleted', () => changed('DELETE /scim/v2/Roles/{id}', { id: other }));
});

test('events.groups.records', async () => {
  const roleId = await created('POST /account/roles', { name: 'Of groups' });
  let id = '';
  const event = await assertRaisesOne(
    'group.created',
    async () => (id = await created('POST /account/groups', { name: 'Sales', roleIds: [roleId] })),
  );
  const { createdAt: _at, lastUpdatedAt: _last, ...data } = event.data;
  const assignedRoles = [{ id: roleId, name: 'Of groups', type: 'custom', level: 'user' }];
  assert.deepEqual(data, { id, name: 'Sales', description: '', providerType: 'custom', assignedRoles, tenantId: tenant });
  assert.deepEqual([event.resource, event.actor], [id, me]);
  const renamed = await assertRaisesOne('group.updated', () =>
    changed('PATCH /account/groups/{id}', { id }, { name: 'Sale', roleIds: [] }),
  );
  assert.deepEqual([renamed.data.name, renamed.data.assignedRoles], ['Sale', []]);
  await assertRaisesOne('group.updated', () =>
    changed('PATCH /api/v1/groups/{id}', { id }, [{ op: 'replace', path: 'description', value: 'x' }]),
  );
  const scim = await assertRaisesOne('group.updated', () =>
    changed('PUT /scim/v2/Groups/{id}', { id }, { displayName: 'Sale', externalId: 'g1' }),
  );
  assert.equal(scim.data.providerType, 'idp');
  await assertRaisesOne('group.deleted', () => changed('DELETE /account/groups/{id}', { id }));

  let other = '';
  await assertRaisesOne('group.created', async () => (other = await created('POST /api/v1/groups', { name: 'Other' })));
  await assertRaisesOne('group.deleted', () => changed('DELETE /api/v1/groups/{id}', { id: other }));
  await assertRaisesOne(
    'group.created',
    async () => (other = await created('POST /scim/v2/Groups', { displayName: 'Third', externalId: 'g3' })),
  );
  await assertRaisesOne('group.deleted', () => changed('DELETE /scim/v2/Groups/{id}', { id: other }));
});

test('events.groups.members', async () => {
  const [ada, bob] = [await make.user(), await make.user()];
  const MODIFIED = 'group.users.modified';
  const group = await created('POST /account/groups', { name: 'With members' });
  const ids = (list: { id: string }[]): string[] => list.map(({ id }) => id).toSorted();
  const modified = async (change: () => Promise<void>, added: string[], removed: string[]): Promise<void> => {
    const { data, resource, actor } = await assertRaisesOne(MODIFIED, change);
    assert.deepEqual([ids(data.added), ids(data.removed), resource, actor], [added.toSorted(), removed.toSorted(), group, me]);
  };
  await modified(() => changed('POST /account/groups/{id}/users', { id: group }, [ada.id, bob.id]), [ada.id, bob.id], []);
  await assertRaises([], () => changed('POST /account/groups/{id}/users', { id: group }, [ada.id]));
  await modified(() => changed('DELETE /account/groups/{id}/users/{userId}', { id: group, userId: ada.id }), [], [ada.id]);
  await modified(() => changed('POST /account/users/{id}/groups', { id: ada.id }, [group]), [ada.id], []);
  await modified(() => changed('DELETE /account/users/{id}/groups/{groupId}', { id: ada.id, groupId: group }), [], [ada.id]);
  const operation = (op: object) => changed('PATCH /scim/v2/Groups/{id}', { id: group }, { Operations: [op] });
  await modified(() => operation({ op: 'add', path: 'members', value: [{ value: ada.id }] }), [ada.id], []);
  await modified(() => operation({ op: 'remove', path: `members[value eq "${bob.id}"]` }), [], [bob.id]);
  await assertRaises([MODIFIED, MODIFIED], () => operation({ op: 'replace', path: 'members', value: [{ value: bob.id }] }));
  const patch = [{ op: 'add', path: '/assignedGroups', value: [{ id: group }] }];
  await assertRaises(['user.updated', MODIFIED], () => changed('PATCH /api/v1/users/{id}', { id: ada.id }, patch));
  const nested = [await created('POST /account/groups', { name: 'A within' }), await created('POST /account/groups', { name: 'B within' })];
  const nest = async (members: (string | undefined)[]) => {
    const { data, resource, actor } = await assertRaisesOne(MODIFIED, () =>
      operation({ op: 'replace', path: 'members', value: [ada.id, bob.id, ...members].map((value) => ({ value })) }),
    );
    assert.deepEqual([resource, actor, data.added, data.removed], [group, me, [], []]);
    return [data.addedGroups, data.removedGroups];
  };
  const [first, second] = [
    { id: nested[0], name: 'A within' },
    { id: nested[1], name: 'B within' },
  ];
  assert.deepEqual(await nest(nested), [[first, second], []]);
  assert.deepEqual(await nest([second.id]), [[], [first]]);
  await assertRaises([], () => operation({ op: 'add', path: 'members', value: [{ value: second.id }] }));
  let full = '';
  await assertRaises(
    ['group.created', MODIFIED],
    async () => (full = await created('POST /account/groups', { name: 'Full', userIds: [ada.id] })),
  );
  await assertRaisesOne('group.deleted', () => changed('DELETE /account/groups/{id}', { id: full }));
});

test('events.users.records', async () => {
  const role = { id: await created('POST /account/roles', { name: 'Of users' }) };
  const person = { login: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
  let id = '';
  const event = await assertRaisesOne(
    'user.created',
    async () => (id = await created('POST /account/users', { ...person, roleIds: [role.id] })),
  );
  const { createdAt: _at, lastUpdatedAt: _last, assignedRoles, ...data } = event.data;
  const { login: subject, email } = person;
  assert.deepEqual(data, { id, subject, name: 'Ada Lovelace', email, status: 'active', assignedGroups: [], tenantId: tenant });
  assert.deepEqual([assignedRoles[0].id, event.resource, event.actor], [role.id, id, me]);

  const disabled = await assertRaisesOne('user.updated', () => changed('PUT /account/users/{id}', { id }, { ...person, active: false }));
  assert.equal(disabled.data.status, 'disabled');
  await assertRaisesOne('user.updated', () =>
    changed('PATCH /api/v1/users/{id}', { id }, [{ op: 'replace', path: '/name', value: 'Ada King' }]),
  );
  await assertRaisesOne('user.updated', () =>
    changed('PATCH /scim/v2/Users/{id}', { id }, { Operations: [{ op: 'replace', value: { title: 'Countess' } }] }),
  );
  await assertRaisesOne('user.updated', () => changed('DELETE /account/users/{id}/roles/{roleId}', { id, roleId: role.id }));
  const given = await assertRaisesOne('user.updated', () => changed('POST /account/users/{id}/roles', { id }, [role.id]));
  assert.equal(given.data.assignedRoles.length, 1);
  await assertRaises([], () => changed('POST /account/users/{id}/roles', { id }, [role.id]));
  await assertRaises([], () => changed('POST /account/roles/{id}/users', { id: role.id }, [id]));
  await assertRaisesOne('user.updated', () => changed('DELETE /account/roles/{id}/users/{userId}', { id: role.id, userId: id }));
  await assertRaisesOne('user.updated', () => changed('POST /account/roles/{id}/users', { id: role.id }, [id]));
  const deleted = await assertRaisesOne('user.deleted', () => changed('DELETE /account/users/{id}', { id }));
  assert.deepEqual([deleted.data.status, deleted.data.subject], ['deleted', 'ada']);

  let other = '';
  const tenantUser = { subject: 'eve@example.com', name: 'Eve' };
  await assertRaisesOne('user.created', async () => (other = await created('POST /api/v1/users', tenantUser)));
  await assertRaisesOne('user.deleted', () => changed('DELETE /api/v1/users/{id}', { id: other }));
  const scimUser = { userName: 'bob', name: { familyName: 'B', givenName: 'Bob' }, emails: [{ value: 'bob@example.com' }] };
  await assertRaisesOne('user.created', async () => (other = await created('POST /scim/v2/Users', scimUser)));
  await assertRaisesOne('user.deleted', () => changed('DELETE /scim/v2/Users/{id}', { id: other }));
});

test('events.api-keys.records', async () => {
  const KEYS = 'POST /api/v1/api-keys';
  let id = '';
  let token = '';
  const event = await assertRaisesOne('api-key.created', async () => {
    const { body } = await call(KEYS, { body: { description: 'Report', expiry: 'P7D' } });
    ({ id, token } = body);
  });
  const { created: _at, expiry, ...data } = event.data;
  assert.deepEqual(data, { id, description: 'Report', sub: me, expired: false, tenantId: tenant });
  assert.ok(Date.parse(expiry) > Date.now());
  assert.ok(token.length > 20 && !JSON.stringify(event).includes(token), 'without its secret');
  const renamed = await assertRaisesOne('api-key.updated', () =>
    changed('PATCH /api/v1/api-keys/{id}', { id }, [{ op: 'replace', path: '/description', value: 'Reports' }]),
  );
  assert.equal(renamed.data.description, 'Reports');
  await assertRaisesOne('api-key.deleted', () => changed('DELETE /api/v1/api-keys/{id}', { id }));

  const own = await assertRaisesOne('api-key.created', () => call('POST /account/personal-access-tokens', { body: { name: 'Own' } }));
  await assertRaisesOne('api-key.deleted', () => changed('DELETE /account/personal-access-tokens/{tokenId}', { tokenId: own.data.id }));

  const person = await make.user();
  await newEvents();
  await call(KEYS, { body: { description: 'Of a person' }, token: person.token });
  await newEvents();
  const patch = [{ op: 'replace', path: '/status', value: 'disabled' }];
  const events = await assertRaises(['api-key.deleted', 'api-key.deleted', 'user.updated'], () =>
    changed('PATCH /api/v1/users/{id}', { id: person.id }, patch),
  );
  assert.deepEqual([...new Set(events.slice(0, 2).map(({ owner }) => owner))], [person.id]);
});
