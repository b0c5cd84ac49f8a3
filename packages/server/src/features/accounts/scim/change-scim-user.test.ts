import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Browser } from '../../../../test/support/browser.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Sent } from '../../../../test/support/server.ts';
import { askToken, createTestClient, tokensFor } from '../../oauth/oauth/clients/oauth.fixture.ts';

const ROUTE = 'PATCH /scim/v2/Users/{id}';
const server = await startTestServer();
const { call, make } = server;
const roleNamed = async (name: string): Promise<string> => (await call('GET /account/roles', { query: { nameFilter: name } })).body[0].id;
const [operator, assets] = [await roleNamed('Operator'), await roleNamed('Assets Manager')];

let number = 0;
async function create(fields: object = {}): Promise<string> {
  number += 1;
  const body = {
    userName: `user${number}`,
    name: { givenName: 'Some', familyName: 'One' },
    emails: [{ value: 'one@example.com' }],
    ...fields,
  };
  return (await call('POST /scim/v2/Users', { body })).body.id;
}
const patch = (id: string, ...operations: object[]) =>
  call(ROUTE, { path: { id }, body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations } });
const read = async (id: string) => (await call('GET /scim/v2/Users/{id}', { path: { id } })).body;
/** The attributes that a caller may change. */
const changeable = ({ meta: _meta, schemas: _schemas, id: _id, groups: _groups, ...rest }: Record<string, unknown>) => rest;

type Value = { value: string };
type User = {
  title?: string;
  name?: { familyName?: string; givenName?: string };
  displayName?: string;
  active?: boolean;
  emails?: Value[];
  phoneNumbers?: Value[];
  roles?: Value[];
  externalId?: string;
  preferredLanguage?: string;
  password?: string;
};

test('scim.patch.operations', async () => {
  const id = await create();
  const cases: readonly (readonly [object, (user: User) => unknown, unknown])[] = [
    [
      { op: 'add', value: { title: 'Dr.', name: { givenName: 'Ada' } } },
      ({ title, name }) => [title, name],
      ['Dr.', { familyName: 'One', givenName: 'Ada' }],
    ],
    [{ op: 'Replace', path: 'name.familyName', value: 'King' }, ({ name }) => name, { familyName: 'King', givenName: 'Ada' }],
    [{ op: 'REPLACE', path: 'title', value: 'Countess' }, ({ title }) => title, 'Countess'],
    [{ op: 'replace', path: 'TITLE', value: null }, ({ title }) => title, undefined],
    [{ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:title', value: 'Lady' }, ({ title }) => title, 'Lady'],
    [{ op: 'remove', path: 'title' }, ({ title }) => title, undefined],
    [
      { op: 'replace', value: { 'name.givenName': 'Augusta', active: 'False', planet: 'earth', id: 'x' } },
      ({ name, active }) => [name?.givenName, active],
      ['Augusta', false],
    ],
    [{ op: 'replace', path: 'active', value: true }, ({ active }) => active, true],
    [
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'two@example.com' },
      ({ emails }) => emails,
      [{ value: 'two@example.com', type: 'work', primary: true }],
    ],
    [{ op: 'replace', path: 'emails', value: [{ value: 'three@example.com' }] }, ({ emails }) => emails?.[0]?.value, 'three@example.com'],
    [
      { op: 'add', path: 'emails', value: [{ value: 'four@example.com', primary: true }] },
      ({ emails }) => emails?.[0]?.value,
      'four@example.com',
    ],
    [
      { op: 'replace', path: 'emails[value eq "FOUR@example.com" and primary eq true]', value: { value: 'five@example.com' } },
      ({ emails }) => emails?.[0]?.value,
      'five@example.com',
    ],
    [{ op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' }, ({ phoneNumbers }) => phoneNumbers?.[0]?.value, '1'],
    [{ op: 'remove', path: 'phoneNumbers[type eq "work"]' }, ({ phoneNumbers }) => phoneNumbers, undefined],
    [{ op: 'add', path: 'roles', value: [{ value: operator }, { value: assets }, { value: operator }] }, ({ roles }) => roles?.length, 2],
    [{ op: 'remove', path: 'roles', value: [{ value: operator }] }, ({ roles }) => roles?.map(({ value }) => value), [assets]],
    [{ op: 'remove', path: `roles[value eq "${assets}"]` }, ({ roles }) => roles, []],
    [{ op: 'add', path: 'externalId', value: 'own' }, ({ externalId }) => externalId, 'own'],
    [{ op: 'add', path: 'preferredLanguage', value: 'de' }, ({ preferredLanguage }) => preferredLanguage, 'de'],
    [{ op: 'remove', path: 'preferredLanguage' }, ({ preferredLanguage }) => preferredLanguage, undefined],
    [{ op: 'replace', path: 'password', value: 'never shown again' }, ({ password }) => password, undefined],
    [{ op: 'remove', path: 'name.familyName' }, ({ name, displayName }) => [name, displayName], [{ givenName: 'Augusta' }, 'Augusta']],
  ];
  for (const [operation, shown, expected] of cases) {
    const { status, body } = await patch(id, operation);
    assert.equal(status, 200, `${JSON.stringify(operation)}: ${JSON.stringify(body)}`);
    assert.deepEqual(shown(body), expected, JSON.stringify(operation));
    assert.deepEqual(changeable(await read(id)), changeable(body));
  }
});

test('scim.patch.operations: several are applied in their order, and all or none', async () => {
  const id = await create();
  const both = await patch(id, { op: 'add', path: 'title', value: 'first' }, { op: 'replace', path: 'title', value: 'second' });
  assert.equal(both.body.title, 'second');
  const before = await read(id);
  for (const wrong of [
    { op: 'move', path: 'title' },
    { op: 'remove' },
    { op: 'replace', path: 'userName', value: 5 },
    { op: 'remove', path: 'userName' },
    { op: 'remove', path: 'emails' },
    { op: 'add', value: 'title' },
    { op: 'add' },
  ]) {
    const answer = await patch(id, { op: 'replace', path: 'title', value: 'never' }, wrong);
    assert.equal(answer.status, 400, JSON.stringify(wrong));
    assert.deepEqual(await read(id), before);
  }
  assertRefused(await call(ROUTE, { path: { id }, body: {} }), 400, 'malformed_request');
  assert.equal((await call(ROUTE, { path: { id }, body: { Operations: [] } })).status, 200);
});

test('scim.patch.path', async () => {
  const id = await create();
  const before = await read(id);
  for (const path of [
    'planet',
    'name.planet',
    'title.sub',
    'title[value eq "a"]',
    'emails[type eq "work"].planet',
    '5',
    'a b',
    'emails.value[type eq "x"]',
  ]) {
    const answer = await patch(id, { op: 'replace', path, value: 'x' });
    assertRefused(answer, 400, 'invalid_path');
    assert.equal(answer.body.scimType, 'invalidPath');
  }
  for (const path of ['emails[type eq]', 'emails[type pr and]', 'emails[a[b pr]]'])
    assertRefused(await patch(id, { op: 'replace', path, value: 'x' }), 400, 'malformed_filter');
  assert.deepEqual(await read(id), before);
});

test('scim.patch.ignored', async () => {
  const id = await create();
  const department = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department';
  const paths = [department, 'urn:example:User:planet', `${department}.sub`];
  const { status, body } = await patch(
    id,
    ...paths.map((path) => ({ op: 'replace', path, value: 'x' })),
    { op: 'add', value: { [department]: 'x', planet: 'x', 'name.planet': 'x', 'roles.display': 'x' } },
    { op: 'replace', path: 'title', value: 'Kept' },
  );
  assert.deepEqual([status, body.title, body.name], [200, 'Kept', { givenName: 'Some', familyName: 'One' }]);
});

test('scim.patch.read-only', async () => {
  const id = await create();
  const before = await read(id);
  for (const path of ['groups', 'groups[type eq "direct"]', 'groups.display', 'roles.display', 'id', 'schemas', 'meta', 'META.created'])
    for (const op of ['add', 'replace', 'remove']) {
      const answer = await patch(id, { op, path, value: [] });
      assertRefused(answer, 400, 'immutable');
      assert.equal(answer.body.scimType, 'mutability');
    }
  assertRefused(await patch(id, { op: 'replace', path: 'meta.planet', value: 'x' }), 400, 'invalid_path');
  assert.equal((await patch(id, { op: 'replace', value: { id: 'x', meta: { created: 'x' }, 'meta.created': 'x' } })).status, 200);
  assert.deepEqual(changeable(await read(id)), changeable(before));
});

test('users.replace.no-email', async () => {
  const { id } = (await call('POST /api/v1/users', { body: { subject: 'leaver', name: 'Leaver' } })).body;
  for (const operation of [
    { op: 'Replace', path: 'active', value: 'False' },
    { op: 'replace', value: { active: true } },
    { op: 'replace', path: 'displayName', value: 'Left' },
    { op: 'remove', path: 'emails' },
  ])
    assert.equal((await patch(id, operation)).status, 200, JSON.stringify(operation));
  const { emails, displayName, ...rest } = await read(id);
  assert.deepEqual([emails, displayName], [undefined, 'Left']);
  const replace = (fields: object) => call('PUT /scim/v2/Users/{id}', { path: { id }, body: { ...rest, ...fields } });
  for (const none of [undefined, [], [{ value: '' }]])
    assert.deepEqual([(await replace({ emails: none, active: false })).status, (await read(id)).active], [200, false]);
  assertRefused(await replace({ emails: [{ value: 'nowhere' }] }), 400, 'invalid_value');
  assert.equal((await replace({ emails: [{ value: 'leaver@example.com' }] })).body.emails[0].value, 'leaver@example.com');
  for (const none of [undefined, [], [{ value: '' }]]) assertRefused(await replace({ emails: none }), 400, 'invalid_value');
  assert.equal((await read(id)).emails[0].value, 'leaver@example.com');
});

test('scim.patch.no-target', async () => {
  const id = await create();
  for (const path of ['phoneNumbers[value eq "1"].value', 'phoneNumbers[type co "o"].value', 'roles[value eq "1"].value']) {
    const answer = await patch(id, { op: 'replace', path, value: '1' });
    assertRefused(answer, 400, 'no_target');
    assert.equal(answer.body.scimType, 'noTarget');
  }
  assert.equal((await patch(id, { op: 'remove', path: 'phoneNumbers[type eq "work"]' })).status, 200);
  const added = await patch(id, { op: 'add', path: 'phoneNumbers[type eq "mobile" and primary eq true].value', value: '2' });
  assert.equal(added.body.phoneNumbers[0].value, '2');
});

test('users.disable.tokens: active false ends tokens, API keys, sessions and OAuth access at once, and active true brings none back', async () => {
  const client = await createTestClient(server, { allowedScopes: ['user_default', 'offline_access'] });
  for (const disabling of ['False', false]) {
    const person = await make.person();
    const path = { id: person.id };
    const browser = new Browser(server.url);
    await browser.signIn(person.login, person.password);
    const { token } = person;
    const key = (await call('POST /api/v1/api-keys', { token, body: { description: 'second' } })).body;
    const oauth = await tokensFor(server, client, person.id);
    const me = (sent: Sent) => call('GET /account/me', { token: undefined, ...sent });
    const ways: Sent[] = [{ token }, { token: key.token }, { token: oauth.access_token }, { headers: { cookie: browser.cookie } }];
    const statuses = async () => (await Promise.all(ways.map(me))).map(({ status }) => status);
    assert.deepEqual(await statuses(), [200, 200, 200, 200]);
    const refresh = () =>
      askToken(server, {
        grant_type: 'refresh_token',
        refresh_token: oauth.refresh_token,
        client_id: client.id,
        client_secret: client.secret,
      });

    const set = (active: unknown) =>
      call('PATCH /scim/v2/Users/{id}', { path, body: { Operations: [{ op: 'replace', path: 'active', value: active }] } });
    assert.equal((await set(disabling)).body.active, false);
    assert.deepEqual(await statuses(), [401, 401, 401, 401]);
    assert.ok((await refresh()).status >= 400);
    assert.equal((await set(true)).body.active, true);
    assert.deepEqual(await statuses(), [401, 401, 401, 401]);
    assert.ok((await refresh()).status >= 400);
  }
});
