import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ROLE = 'urn:ietf:params:scim:schemas:extension:millrace:2.0:Role';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['account_group', 'account_group_member', 'role', 'role_permission'];
const [ada, bob] = [await make.user(), await make.user()];

type Body = { members?: { value: string }[]; entitlements?: { value: string }[] };
const members = ({ members: list = [] }: Body): string[] => list.map(({ value }) => value);
const permissions = ({ entitlements = [] }: Body): string[] => entitlements.map(({ value }) => value);
const patch = (kind: string, id: string, ...operations: object[]) =>
  call(`PATCH /scim/v2/${kind}/{id}`, { path: { id }, body: { Operations: operations } });

test('creates, replaces, changes, finds and deletes a group', async () => {
  const sent = { schemas: [GROUP], displayName: 'Guides', externalId: 'g1', members: [{ value: ada.id }, { value: ada.id.toUpperCase() }] };
  const { status, body } = await call('POST /scim/v2/Groups', { body: sent });
  assert.equal(status, 201, JSON.stringify(body));
  const { id, meta: _meta, ...rest } = body;
  const ofAda = { value: ada.id, $ref: `${server.url}/scim/v2/Users/${ada.id}`, display: ada.login, type: 'User' };
  assert.deepEqual(rest, { schemas: [GROUP], externalId: 'g1', displayName: 'Guides', members: [ofAda] });
  assert.deepEqual((await call('GET /account/groups/{id}', { path: { id } })).body, {
    id,
    name: 'Guides',
    userIds: [ada.id],
    roleIds: [],
  });
  assert.deepEqual(
    members(
      (await patch('Groups', id, { op: 'add', path: 'members', value: [{ $ref: `${server.url}/scim/v2/Users/${bob.id}` }] })).body,
    ).toSorted(),
    [ada.id, bob.id].toSorted(),
  );
  assert.deepEqual(members((await patch('Groups', id, { op: 'remove', path: `members[value eq "${ada.id}"]` })).body), [bob.id]);
  assert.deepEqual(members((await patch('Groups', id, { op: 'replace', path: 'members', value: [{ value: ada.id }] })).body), [ada.id]);
  assert.equal((await patch('Groups', id, { op: 'replace', value: { displayName: 'Tour guides' } })).body.displayName, 'Tour guides');

  const found = async (filter: string): Promise<string[]> =>
    (await call('GET /scim/v2/Groups', { query: { filter } })).body.Resources.map((group: { id: string }) => group.id);
  for (const filter of [
    `members eq "${ada.id}"`,
    `members[value eq "${ada.id}"]`,
    `members.display eq "${ada.login}"`,
    'displayName eq "TOUR guides"',
    'externalId eq "g1"',
  ])
    assert.deepEqual(await found(filter), [id], filter);
  assert.deepEqual(await found(`members.value eq "${bob.id}"`), []);
  const user = (await call('GET /scim/v2/Users/{id}', { path: { id: ada.id } })).body;
  assert.deepEqual(user.groups, [{ value: id, $ref: `${server.url}/scim/v2/Groups/${id}`, display: 'Tour guides', type: 'direct' }]);

  const replaced = await call('PUT /scim/v2/Groups/{id}', { path: { id }, body: { displayName: 'Empty' } });
  assert.deepEqual([replaced.body.members, replaced.body.externalId], [[], undefined]);
  assert.equal((await call('DELETE /scim/v2/Groups/{id}', { path: { id } })).status, 204);
  assertRefused(await call('GET /scim/v2/Groups/{id}', { path: { id } }), 404, 'not_found');
});

test('scim.patch.operations: the examples of RFC 7644, section 3.5.2, for groups', async () => {
  const { body: group } = await call('POST /scim/v2/Groups', { body: { schemas: [GROUP], displayName: 'Examples' } });
  const memberOf = ({ id, login }: { id: string; login: string }) => ({
    display: login,
    $ref: `https://example.com/v2/Users/${id}`,
    value: id,
  });
  const both = [ada.id, bob.id].toSorted();
  const examples: readonly (readonly [object, readonly string[]])[] = [
    [{ op: 'add', path: 'members', value: [memberOf(ada)] }, [ada.id]],
    [{ op: 'add', path: 'members', value: [memberOf(ada)] }, [ada.id]],
    [{ op: 'add', value: { members: [memberOf(bob)] } }, both],
    [{ op: 'remove', path: `members[value eq "${ada.id}"]` }, [bob.id]],
    [{ op: 'replace', path: 'members', value: [memberOf(ada), memberOf(bob)] }, both],
    [{ op: 'remove', path: `members[value eq "${ada.id}" or display eq "${bob.login}"]` }, []],
    [{ op: 'replace', value: { members: [memberOf(bob)], displayName: 'Examples' } }, [bob.id]],
    [{ op: 'remove', path: 'members' }, []],
  ];
  for (const [operation, expected] of examples) {
    const { status, body } = await patch('Groups', group.id, operation);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(members(body).toSorted(), expected, JSON.stringify(operation));
  }
  await patch('Groups', group.id, { op: 'add', path: 'members', value: [memberOf(ada)] });
  // Members are removed and added in one request.
  const changed = await patch(
    'Groups',
    group.id,
    { op: 'remove', path: `members[value eq "${ada.id}"]` },
    { op: 'add', path: 'members', value: [memberOf(bob)] },
  );
  assert.deepEqual(members(changed.body), [bob.id]);
});

test('two changes of a group at the same moment lose no member', async () => {
  const { body: group } = await call('POST /scim/v2/Groups', { body: { displayName: 'Contested' } });
  const add = (id: string) => patch('Groups', group.id, { op: 'add', path: 'members', value: [{ value: id }] });
  for (const { status } of await Promise.all([add(ada.id), add(bob.id)])) assert.equal(status, 200);
  const { body } = await call('GET /scim/v2/Groups/{id}', { path: { id: group.id } });
  assert.deepEqual(members(body).toSorted(), [ada.id, bob.id].toSorted());
});

test('refuses members that do not exist, names that are taken, and groups of another tenant', async () => {
  const foreign = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_GROUP_MANAGEMENT'] });
  const { body: group } = await call('POST /scim/v2/Groups', { body: { displayName: 'Kept', members: [{ value: ada.id }] } });
  const path = { id: group.id };
  for (const value of [newId(), foreign.id, 'ada', (await make.user({ type: 'SERVICE' })).id]) {
    const body = { displayName: 'Never', members: [{ value: ada.id }, { value }] };
    await leavesNothing(server, 'POST /scim/v2/Groups', { body }, 400, 'invalid_value', ...TABLES);
    await leavesNothing(server, 'PUT /scim/v2/Groups/{id}', { path, body }, 400, 'invalid_value', ...TABLES);
    const operations = { Operations: [{ op: 'add', path: 'members', value: [{ value }] }] };
    await leavesNothing(server, 'PATCH /scim/v2/Groups/{id}', { path, body: operations }, 400, 'invalid_value', ...TABLES);
  }
  const taken = await leavesNothing(server, 'POST /scim/v2/Groups', { body: { displayName: 'Kept' } }, 409, 'group_name_taken', ...TABLES);
  assert.equal(taken.body.scimType, 'uniqueness');
  await leavesNothing(server, 'POST /scim/v2/Groups', { body: { displayName: ' ' } }, 400, 'invalid_value', ...TABLES);
  const body = { displayName: 'Never' };
  assertRefused(await call('PUT /scim/v2/Groups/{id}', { token: foreign.token, path, body }), 404, 'not_found');
  assertRefused(await call('DELETE /scim/v2/Groups/{id}', { token: foreign.token, path }), 404, 'not_found');
  assert.deepEqual((await call('GET /scim/v2/Groups/{id}', { path })).body, group);
});

test('creates, replaces, changes, finds and deletes a role, and no built-in one', async () => {
  const sent = { name: 'Watcher', externalId: 'r1', entitlements: [{ value: 'SVC_OPERATOR' }, { value: 'AUDIT_LOGS_VIEW' }] };
  const { status, body } = await call('POST /scim/v2/Roles', { body: sent });
  assert.equal(status, 201, JSON.stringify(body));
  const { id, meta: _meta, ...rest } = body;
  assert.deepEqual(rest, { ...sent, schemas: [ROLE], entitlements: [{ value: 'AUDIT_LOGS_VIEW' }, { value: 'SVC_OPERATOR' }] });
  assert.deepEqual(permissions((await patch('Roles', id, { op: 'remove', path: 'entitlements[value eq "SVC_OPERATOR"]' })).body), [
    'AUDIT_LOGS_VIEW',
  ]);
  assert.deepEqual(permissions((await patch('Roles', id, { op: 'add', path: 'entitlements', value: { value: 'SVC_ENGINE_USE' } })).body), [
    'AUDIT_LOGS_VIEW',
    'SVC_ENGINE_USE',
  ]);
  const { body: found } = await call('POST /scim/v2/Roles/.search', {
    body: { filter: 'entitlements eq "SVC_ENGINE_USE" and name sw "watch"' },
  });
  assert.deepEqual([found.totalResults, found.Resources[0].id], [1, id]);
  const replaced = await call('PUT /scim/v2/Roles/{id}', { path: { id }, body: { name: 'Guard' } });
  assert.deepEqual([replaced.body.name, replaced.body.entitlements, replaced.body.externalId], ['Guard', [], undefined]);
  for (const wrong of [
    { name: 'New', entitlements: [{ value: 'SVC_NOTHING' }] },
    { name: 'New', entitlements: [{}] },
    { entitlements: [] },
  ])
    await leavesNothing(server, 'POST /scim/v2/Roles', { body: wrong }, 400, 'invalid_value', ...TABLES);
  await leavesNothing(server, 'POST /scim/v2/Roles', { body: { name: 'Guard' } }, 409, 'role_name_taken', ...TABLES);
  assert.equal((await call('DELETE /scim/v2/Roles/{id}', { path: { id } })).status, 204);

  const { body: list } = await call('GET /scim/v2/Roles', { query: { filter: 'name eq "TenantAdmin"' } });
  const builtIn = { path: { id: list.Resources[0].id } };
  await leavesNothing(server, 'PUT /scim/v2/Roles/{id}', { ...builtIn, body: { name: 'Mine' } }, 409, 'role_built_in', ...TABLES);
  await leavesNothing(
    server,
    'PATCH /scim/v2/Roles/{id}',
    { ...builtIn, body: { Operations: [{ op: 'remove', path: 'entitlements' }] } },
    409,
    'role_built_in',
    ...TABLES,
  );
  await leavesNothing(server, 'DELETE /scim/v2/Roles/{id}', builtIn, 409, 'role_built_in', ...TABLES);
});

test('scim.roles.null', async () => {
  const { body: role } = await call('POST /scim/v2/Roles', { body: { name: 'Full', entitlements: [{ value: 'SVC_OPERATOR' }] } });
  const path = { id: role.id };
  await leavesNothing(
    server,
    'PUT /scim/v2/Roles/{id}',
    { path, body: { name: 'Full', Entitlements: null } },
    400,
    'invalid_value',
    ...TABLES,
  );
  for (const operation of [
    { op: 'replace', path: 'entitlements', value: null },
    { op: 'Replace', path: `${ROLE}:entitlements`, value: null },
    { op: 'replace', value: { name: 'Empty', entitlements: null } },
  ])
    await leavesNothing(server, 'PATCH /scim/v2/Roles/{id}', { path, body: { Operations: [operation] } }, 400, 'invalid_value', ...TABLES);
  assert.deepEqual((await call('GET /scim/v2/Roles/{id}', { path })).body, role);
  assert.deepEqual(permissions((await patch('Roles', role.id, { op: 'remove', path: 'entitlements', value: null })).body), []);
});

test('scim.groups.roles', async () => {
  const role = (await call('POST /account/roles', { body: { name: 'Of a group', permissions: ['SVC_OPERATOR'] } })).body.id;
  const group = (await call('POST /account/groups', { body: { name: 'With a role', userIds: [ada.id], roleIds: [role] } })).body;
  const path = { id: group.id };
  const { body: read } = await call('GET /scim/v2/Groups/{id}', { path });
  assert.deepEqual([read.roles, members(read)], [undefined, [ada.id]]);
  const more = { ...read, members: [{ value: ada.id }, { value: bob.id }] };
  const operations = { Operations: [{ op: 'remove', path: 'members' }] };
  for (const permission of ['SVC_USER_MANAGEMENT', 'SVC_ROLE_MANAGEMENT'] as const) {
    const { token } = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT', permission] });
    await leavesNothing(server, 'PUT /scim/v2/Groups/{id}', { token, path, body: more }, 403, 'forbidden', ...TABLES);
    await leavesNothing(server, 'PATCH /scim/v2/Groups/{id}', { token, path, body: operations }, 403, 'forbidden', ...TABLES);
    await leavesNothing(server, 'DELETE /scim/v2/Groups/{id}', { token, path }, 403, 'forbidden', ...TABLES);
    const renamed = { ...read, displayName: `Renamed with ${permission}` };
    assert.equal((await call('PUT /scim/v2/Groups/{id}', { token, path, body: renamed })).status, 200);
  }
  assert.equal((await call('PUT /scim/v2/Groups/{id}', { path, body: more })).status, 200);
  assert.deepEqual((await call('GET /account/groups/{id}', { path })).body.roleIds, [role]);
  assert.ok((await call('GET /account/me', { token: bob.token })).body.permissions.includes('SVC_OPERATOR'));
  assert.equal((await call('DELETE /scim/v2/Groups/{id}', { path })).status, 204);
});
