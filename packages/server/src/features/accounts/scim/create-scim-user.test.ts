import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const CREATE = 'POST /scim/v2/Users';
const READ = 'GET /scim/v2/Users/{id}';
const REPLACE = 'PUT /scim/v2/Users/{id}';
const DELETE = 'DELETE /scim/v2/Users/{id}';
const URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['account', 'account_role'];
const account = async (id: string) => (await call('GET /account/users/{id}', { path: { id } })).body;
const operator: string = (await call('GET /account/roles', { query: { nameFilter: 'Operator' } })).body[0].id;

let number = 0;
const userBody = (fields: object = {}) => {
  number += 1;
  return { schemas: [URN], userName: `user${number}`, emails: [{ value: `user${number}@example.com` }], ...fields };
};

test('creates a user from a resource, which the operations on users show too', async () => {
  // The example of RFC 7644, section 3.3, with more attributes.
  const sent = {
    schemas: [URN],
    userName: 'bjensen',
    externalId: 'bjensen@idp',
    name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    displayName: 'Babs Jensen',
    title: 'Vice President',
    preferredLanguage: 'en-US',
    timezone: 'America/Los_Angeles',
    emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
    phoneNumbers: [{ value: '555-555-5555', type: 'work' }],
    roles: [{ value: operator }],
    password: 't1meMa$heen-2',
  };
  const { status, body, headers } = await call(CREATE, { body: sent, headers: { 'content-type': 'application/scim+json' } });
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(headers.get('location'), body.meta.location);
  const { id, meta, ...rest } = body;
  assert.deepEqual(rest, {
    schemas: [URN],
    externalId: 'bjensen@idp',
    userName: 'bjensen',
    name: sent.name,
    displayName: 'Babs Jensen',
    title: 'Vice President',
    preferredLanguage: 'en',
    timezone: 'America/Los_Angeles',
    active: true,
    emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
    phoneNumbers: [{ value: '555-555-5555', type: 'work', primary: true }],
    groups: [],
    roles: [{ value: operator, $ref: `${server.url}/scim/v2/Roles/${operator}`, display: 'Operator' }],
  });
  assert.deepEqual([meta.resourceType, meta.location], ['User', `${server.url}/scim/v2/Users/${id}`]);
  assert.deepEqual((await call(READ, { path: { id } })).body, body);
  assert.deepEqual(await account(id), {
    id,
    login: 'bjensen',
    email: 'bjensen@example.com',
    firstName: 'Barbara',
    lastName: 'Jensen',
    active: true,
    phone: '555-555-5555',
    preferredLanguage: 'en',
    timezone: 'America/Los_Angeles',
    title: 'Vice President',
    roleIds: [operator],
  });
});

test('scim.body.unknown', async () => {
  const body = {
    USERNAME: 'mixed.case',
    Emails: [{ VALUE: 'mixed@example.com', planet: 'earth' }],
    id: newId(),
    meta: { created: '1999-01-01T00:00:00Z' },
    groups: [{ value: newId() }],
    nickName: 'Babs',
    displayName: null,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { employeeNumber: '701984' },
  };
  const created = await call(CREATE, { body });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  assert.deepEqual([created.body.userName, created.body.groups], ['mixed.case', []]);
  assert.notEqual(created.body.id, body.id);
  assert.notEqual(created.body.meta.created, body.meta.created);
});

test('scim.body.required', async () => {
  const wrong: object[] = [
    {},
    { emails: [{ value: 'a@example.com' }] },
    userBody({ userName: null }),
    userBody({ userName: 7 }),
    userBody({ userName: 'with space' }),
    userBody({ emails: undefined }),
    userBody({ emails: [] }),
    userBody({ emails: ['a@example.com'] }),
    userBody({ emails: [{ value: 'nowhere' }] }),
    userBody({ name: 'Barbara' }),
    userBody({ active: 'perhaps' }),
    userBody({ title: ['Dr.'] }),
    userBody({ title: 'x'.repeat(256) }),
    userBody({ roles: [{ value: 'Operator' }] }),
    userBody({ roles: [{ value: newId() }] }),
  ];
  for (const body of wrong) {
    const answer = await leavesNothing(server, CREATE, { body }, 400, 'invalid_value', ...TABLES);
    assert.equal(answer.body.scimType, 'invalidValue');
  }
  for (const text of ['[]', '"user"', '{'])
    await leavesNothing(
      server,
      CREATE,
      { text, headers: { 'content-type': 'application/scim+json' } },
      400,
      'malformed_request',
      ...TABLES,
    );
});

test('scim.body.length', async () => {
  const [longest, tooLong] = ['\u{1D11E}'.repeat(255), 'x'.repeat(256)];
  const bodies: Record<string, () => object> = {
    Users: userBody,
    Groups: () => ({ displayName: 'Limit' }),
    Roles: () => ({ name: 'Limit' }),
  };
  for (const [kind, bodyOf] of Object.entries(bodies))
    for (const name of kind === 'Users' ? ['externalId', 'displayName'] : ['externalId']) {
      const [create, body] = [`POST /scim/v2/${kind}`, bodyOf()];
      const tables = ['account', 'account_group', 'role'];
      await leavesNothing(server, create, { body: { ...body, [name]: tooLong } }, 400, 'invalid_value', ...tables);
      const { body: created } = await call(create, { body: { ...body, [name]: longest } });
      assert.equal(created[name], longest);
      const path = { id: created.id };
      const Operations = [{ op: 'replace', path: name, value: tooLong }];
      assertRefused(await call(`PUT /scim/v2/${kind}/{id}`, { path, body: { ...created, [name]: tooLong } }), 400, 'invalid_value');
      assertRefused(await call(`PATCH /scim/v2/${kind}/{id}`, { path, body: { Operations } }), 400, 'invalid_value');
      assert.deepEqual((await call(`GET /scim/v2/${kind}/{id}`, { path })).body, created);
    }
  const names = { givenName: 'x'.repeat(255), familyName: 'y'.repeat(255) };
  const { body: long } = await call(CREATE, { body: userBody({ name: names }) });
  assert.equal((await call(REPLACE, { path: { id: long.id }, body: long })).body.displayName.length, 511);
});

test('a taken user name is refused', async () => {
  const { body: taken } = await call(CREATE, { body: userBody() });
  const answer = await leavesNothing(
    server,
    CREATE,
    { body: userBody({ userName: taken.userName.toUpperCase() }) },
    409,
    'login_taken',
    ...TABLES,
  );
  assert.equal(answer.body.scimType, 'uniqueness');
});

test('scim.users.kept', async () => {
  const sent = userBody({
    title: 'Dr.',
    phoneNumbers: [{ value: '1' }],
    preferredLanguage: 'ja',
    active: false,
    roles: [{ value: operator }],
    externalId: 'x',
  });
  const { body: created } = await call(CREATE, { body: sent });
  const path = { id: created.id };
  const { body } = await call(REPLACE, { path, body: { userName: 'renamed', emails: [{ value: 'b@example.com' }] } });
  assert.deepEqual([body.userName, body.active, body.roles], ['renamed', false, created.roles]);
  for (const name of ['title', 'phoneNumbers', 'preferredLanguage', 'externalId', 'name']) assert.equal(body[name], undefined, name);
  const cleared = await call(REPLACE, { path, body: { ...body, roles: [], active: true } });
  assert.deepEqual([cleared.body.active, cleared.body.roles], [true, []]);
});

test('scim.users.single', async () => {
  const emails = [
    { value: 'home@example.com', type: 'home' },
    { value: 'work@example.com', primary: true },
  ];
  const { body } = await call(CREATE, { body: userBody({ emails, phoneNumbers: [{ value: '1' }, { value: '2' }] }) });
  assert.deepEqual(body.emails, [
    { value: 'work@example.com', type: 'work', primary: true },
    { value: 'home@example.com', type: 'home' },
  ]);
  assert.deepEqual(
    body.phoneNumbers.map(({ value }: { value: string }) => value),
    ['1', '2'],
  );
  assert.deepEqual([(await account(body.id)).email, (await account(body.id)).phone], ['work@example.com', '1']);
  const numbers = [
    { value: '1', type: 'mobile' },
    { value: '2', type: 'work' },
  ];
  const { body: other } = await call(CREATE, { body: userBody({ phoneNumbers: numbers }) });
  assert.equal((await account(other.id)).phone, '2');
});

test('scim.all.permission', async () => {
  const managers = {
    Users: await make.user({ permissions: ['SVC_USER_MANAGEMENT'] }),
    Groups: await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'] }),
    Roles: await make.user({ permissions: ['SVC_ROLE_MANAGEMENT'] }),
  };
  for (const [kind, { token }] of Object.entries(managers))
    for (const other of Object.keys(managers)) {
      const answers = [await call(`GET /scim/v2/${other}`, { token }), await call(`POST /scim/v2/${other}/.search`, { token, body: {} })];
      for (const answer of answers)
        if (kind === other) assert.equal(answer.status, 200);
        else assertRefused(answer, 403, 'forbidden');
    }
  const { token } = managers.Users;
  await leavesNothing(server, CREATE, { token, body: userBody({ roles: [{ value: operator }] }) }, 403, 'forbidden', ...TABLES);
  const { body } = await call(CREATE, { token, body: userBody({ roles: [] }) });
  assert.equal(body.active, true);
  const patch = { Operations: [{ op: 'add', path: 'roles', value: [{ value: operator }] }] };
  await leavesNothing(server, 'PATCH /scim/v2/Users/{id}', { token, path: { id: body.id }, body: patch }, 403, 'forbidden', ...TABLES);
});

test('deletes and disables users by the rules of users', async () => {
  const administrator = await make.administrator();
  const path = { id: administrator };
  const { body: first } = await call(READ, { path });
  const disabling = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
  await leavesNothing(server, REPLACE, { path, body: { ...first, active: false } }, 409, 'last_administrator', ...TABLES);
  await leavesNothing(server, REPLACE, { path, body: { ...first, roles: [] } }, 409, 'last_administrator', ...TABLES);
  await leavesNothing(server, 'PATCH /scim/v2/Users/{id}', { path, body: disabling }, 409, 'last_administrator', ...TABLES);
  await leavesNothing(server, DELETE, { path }, 409, 'last_administrator', ...TABLES);

  const user = await make.user();
  const disabled = await call('PATCH /scim/v2/Users/{id}', { path: { id: user.id }, body: disabling });
  assert.equal(disabled.body.active, false);
  assertRefused(await call('GET /account/me', { token: user.token }), 401, 'not_signed_in');
  assert.equal((await call(DELETE, { path: { id: user.id } })).status, 204);
  assertRefused(await call(READ, { path: { id: user.id } }), 404, 'not_found');
  const owner = await make.user();
  await make.workspace({ owner: owner.id });
  await leavesNothing(server, DELETE, { path: { id: owner.id } }, 409, 'account_in_use', ...TABLES);
  for (const id of [newId(), (await make.user({ type: 'SERVICE' })).id, (await make.user({ tenant: await make.otherTenant() })).id])
    for (const route of [READ, REPLACE, DELETE])
      assertRefused(await call(route, { path: { id }, ...(route === REPLACE && { body: userBody() }) }), 404, 'not_found');
});
