import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const USER_ROWS = 'POST /scim/v2/Users';
const READ = 'GET /scim/v2/Users/{id}';
const PATCH = 'PATCH /scim/v2/Users/{id}';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const server = await startTestServer();
const { call, platform } = server;

let number = 0;
async function create(fields: object = {}): Promise<string> {
  number += 1;
  const body = { userName: `p${number}@example.com`, active: true, emails: [{ value: `p${number}@example.com` }], ...fields };
  const created = await call(USER_ROWS, { body });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  return created.body.id;
}
const read = async (id: string) => (await call(READ, { path: { id } })).body;
async function change(id: string, ...operations: object[]) {
  const { status, body } = await call(PATCH, { path: { id }, body: { schemas: [PATCH_OP], Operations: operations } });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual((await read(id)).emails, body.emails);
  return body;
}
const account = async (id: string) => (await call('GET /account/users/{id}', { path: { id } })).body;
const idsFound = async (filter: string): Promise<string[]> =>
  (await call('GET /scim/v2/Users', { query: { filter } })).body.Resources.map((one: { id: string }) => one.id);

test('scim.users.kept-attributes', async () => {
  // A user as Entra creates it, with all attributes of its default mapping.
  const sent = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
    externalId: '58342554-38d6-4ec8-948c-50044d0a33fd',
    userName: 'Adele.Vance@example.com',
    active: true,
    displayName: 'Adele Vance',
    emails: [{ primary: true, type: 'work', value: 'Adele.Vance@example.com', display: 'Office' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Adele Vance', familyName: 'Vance', givenName: 'Adele' },
    nickName: 'Addie',
    userType: 'Employee',
    locale: 'en-US',
    phoneNumbers: [
      { type: 'mobile', value: '+1 555 0101' },
      { type: 'fax', value: '+1 555 0102' },
      { type: 'work', value: '+1 555 0100' },
    ],
    addresses: [{ type: 'work', primary: false, streetAddress: '1 Way', locality: 'Redmond', postalCode: '98052', country: 'US' }],
    [ENTERPRISE]: { employeeNumber: '701984', department: 'Sales' },
  };
  const id = await create(sent);
  const shown = await read(id);
  assert.deepEqual([shown.name, shown.nickName, shown.userType, shown.locale], [sent.name, 'Addie', 'Employee', 'en-US']);
  assert.deepEqual(shown.addresses, sent.addresses);
  assert.deepEqual(shown.emails, sent.emails);
  assert.deepEqual(shown.phoneNumbers, [
    { type: 'work', value: '+1 555 0100', primary: true },
    { type: 'mobile', value: '+1 555 0101' },
    { type: 'fax', value: '+1 555 0102' },
  ]);
  assert.equal((await account(id)).phone, '+1 555 0100');
  for (const filter of [
    'phoneNumbers[type eq "mobile" and value eq "+1 555 0101"]',
    'phoneNumbers[primary eq true and value eq "+1 555 0100"]',
    'addresses[type eq "WORK" and locality sw "red"]',
    'nickName eq "ADDIE"',
    'displayName pr and userType eq "Employee" and active eq "True"',
    'addresses[primary eq "False" and not (country eq "DE")]',
    'name.formatted co "adele"',
    'emails[display eq "office"]',
  ])
    assert.deepEqual(await idsFound(filter), [id], filter);
  for (const filter of ['phoneNumbers[type eq "mobile" and value eq "+1 555 0100"]', 'phoneNumbers[type eq "fax"].value eq "+1 555 0101"'])
    assert.deepEqual(await idsFound(filter), [], filter);

  // Another part of the API changes the number that the user has.
  const path = { id };
  await call('PUT /account/users/{id}', { path, body: { ...(await account(id)), id: undefined, phone: '7' } });
  assert.deepEqual((await read(id)).phoneNumbers[0], { type: 'work', value: '7', primary: true });
  const { body } = await call('PUT /scim/v2/Users/{id}', { path, body: { userName: 'adele', emails: [{ value: 'a@example.com' }] } });
  assert.deepEqual(body.emails, [{ value: 'a@example.com', type: 'work', primary: true }]);
  for (const name of ['nickName', 'userType', 'locale', 'addresses', 'phoneNumbers', 'name']) assert.equal(body[name], undefined, name);
});

test('operations on further addresses and numbers stop no other operation, and are kept', async () => {
  const id = await create({ emails: [{ value: 'first@example.com', type: 'work' }] });
  // Changes as Entra sends them: one operation for each attribute, and the disabling beside them.
  const body = await change(
    id,
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
    { op: 'Replace', path: 'phoneNumbers[type eq "fax"].value', value: '2' },
    { op: 'Replace', path: 'emails[type eq "home"].value', value: 'home@example.com' },
    { op: 'Add', path: 'emails[type eq "work"].display', value: 'Office' },
    { op: 'Add', path: 'emails[type eq "other" and primary eq "False"].value', value: 'other@example.com' },
    { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'Columbus' },
    { op: 'Replace', path: 'addresses[type eq "home"].country', value: 'DE' },
    { op: 'Replace', path: 'ims.value', value: 'ada' },
    { op: 'Replace', path: `${ENTERPRISE}:manager`, value: '26118915' },
    { op: 'Replace', path: 'active', value: 'False' },
  );
  assert.equal(body.active, false);
  assert.deepEqual(body.emails, [
    { value: 'first@example.com', type: 'work', display: 'Office', primary: true },
    { type: 'home', value: 'home@example.com' },
    { type: 'other', value: 'other@example.com' },
  ]);
  assert.deepEqual(body.phoneNumbers, [
    { type: 'mobile', value: '1', primary: true },
    { type: 'fax', value: '2' },
  ]);
  assert.deepEqual(body.addresses, [
    { type: 'work', formatted: 'Columbus' },
    { type: 'home', country: 'DE' },
  ]);
  assert.deepEqual(body.ims, [{ value: 'ada' }]);
  assert.equal((await account(id)).email, 'first@example.com', 'a second address is no address of the account');

  // The form of Entra and Okta without paths; sub-attributes that nobody knows are ignored there, as unknown attributes are.
  const whole = {
    'emails[type eq "home"].value': 'new@example.com',
    'emails[type eq "work"].planet': 'x',
    'name.planet': 'x',
    active: true,
  };
  const second = await change(id, { op: 'replace', value: { ...whole, 'roles.display': 'x', 'addresses[type eq "home"].country': null } });
  assert.deepEqual([second.active, second.emails[1].value, second.addresses.length], [true, 'new@example.com', 1]);
});

test('an operation remove leaves the attribute without a value', async () => {
  const id = await create({
    name: { givenName: 'A', familyName: 'B', middleName: 'C' },
    title: 'Dr.',
    nickName: 'Nick',
    externalId: 'x',
    timezone: 'Europe/Paris',
    emails: [
      { value: 'w@example.com', type: 'work' },
      { value: 'h@example.com', type: 'home' },
    ],
    phoneNumbers: [
      { value: '1', type: 'work' },
      { value: '2', type: 'mobile' },
    ],
    addresses: [{ type: 'work', country: 'FR' }],
  });
  const mobile = await change(id, { op: 'remove', path: 'phoneNumbers[type eq "mobile"].value' });
  assert.deepEqual(mobile.phoneNumbers, [{ value: '1', type: 'work', primary: true }]);
  const paths = ['title', 'nickName', 'externalId', 'timezone', 'phoneNumbers', 'name.middleName', 'emails[type eq "home"]'];
  const body = await change(
    id,
    ...[...paths, 'addresses', `${ENTERPRISE}:manager`, 'userType'].map((path) => ({ op: 'Remove', path })),
    { op: 'Remove', path: 'emails[type eq "other"].value' },
    { op: 'replace', path: 'name', value: { givenName: null } },
  );
  for (const name of ['title', 'nickName', 'externalId', 'timezone', 'phoneNumbers', 'addresses'])
    assert.equal(body[name], undefined, name);
  assert.deepEqual([body.name, body.emails.length], [{ familyName: 'B' }, 1]);
  assert.equal((await account(id)).phone, undefined);
  for (const path of ['emails', 'userName', 'emails[type eq "work"].value'])
    await leavesNothing(server, PATCH, { path: { id }, body: { Operations: [{ op: 'remove', path }] } }, 400, 'invalid_value', 'account');
});

test('scim.patch.primary', async () => {
  const emails = [
    { value: 'w@example.com', type: 'work', primary: 'True' },
    { value: 'h@example.com', type: 'home', primary: true },
  ];
  const id = await create({ emails });
  const flags = (list: { value: string; primary?: boolean }[]) => list.map(({ value, primary }) => [value.slice(0, 1), primary]);
  assert.deepEqual(
    flags((await read(id)).emails),
    [
      ['w', true],
      ['h', undefined],
    ],
    'one element is the primary one',
  );
  const swapped = await change(id, { op: 'Replace', path: 'emails[type eq "home"].primary', value: 'True' });
  assert.deepEqual(flags(swapped.emails), [
    ['h', true],
    ['w', undefined],
  ]);
  assert.equal((await account(id)).email, 'h@example.com');
  const changed = await change(id, { op: 'Replace', path: 'emails[primary eq "True"].value', value: 'n@example.com' });
  assert.deepEqual(flags(changed.emails), [
    ['n', true],
    ['w', undefined],
  ]);
  assert.equal((await account(id)).email, 'n@example.com');
});

test('scim.groups.plain-member', async () => {
  const [one, other] = [await create(), await create()];
  const members = ({ body }: Awaited<ReturnType<typeof call>>): string[] => body.members.map(({ value }: { value: string }) => value);
  const { body: group } = await call('POST /scim/v2/Groups', { body: { displayName: 'Plain', members: [one] } });
  assert.deepEqual(
    group.members.map(({ value }: { value: string }) => value),
    [one],
  );
  const patch = (op: string, value: unknown) =>
    call('PATCH /scim/v2/Groups/{id}', { path: { id: group.id }, body: { Operations: [{ op, path: 'members', value }] } });
  assert.deepEqual(members(await patch('Add', other)).toSorted(), [one, other].toSorted());
  assert.deepEqual(members(await patch('Remove', [one])), [other]);
  assertRefused(await patch('Add', 'nobody'), 400, 'invalid_value');
  assertRefused(await patch('Add', 5), 400, 'invalid_value');
});

test('the letter case of a login or an email address makes no second person', async () => {
  const id = await create({ userName: 'Grace.Ünal@example.com', emails: [{ value: 'Grace.Ünal@example.com', type: 'work' }] });
  for (const userName of ['grace.ünal@EXAMPLE.com', 'GRACE.ÜNAL@example.com']) {
    const body = { userName, emails: [{ value: userName }] };
    const answer = await leavesNothing(server, USER_ROWS, { body }, 409, 'login_taken', 'account');
    assert.equal(answer.body.scimType, 'uniqueness');
    for (const filter of [
      `userName eq "${userName}"`,
      `emails.value eq "${userName}"`,
      `emails[type eq "work" and value eq "${userName}"]`,
      `emails[type eq "work"].value eq "${userName}" and active eq true`,
    ])
      assert.deepEqual(await idsFound(filter), [id], filter);
  }
  assert.equal((await change(id, { op: 'Replace', path: 'userName', value: 'grace.ünal@example.com' })).id, id);
});

test('scim.users.kept-size', async () => {
  const id = await create();
  const value = [{ type: 'work', formatted: 'x'.repeat(40_000) }];
  const body = { Operations: [{ op: 'add', path: 'addresses', value }] };
  await leavesNothing(server, PATCH, { path: { id }, body }, 400, 'invalid_value', 'account');
});

test('scim.body.length: a longer value that an earlier version stored stays', async () => {
  const id = await create();
  const old = 'x'.repeat(256);
  await platform.db.writer.rows(sql`update account set external_id = ${old}, display_name = ${old} where id = ${id} returning id`);
  const { active, externalId, displayName } = await change(id, { op: 'replace', path: 'active', value: false });
  assert.deepEqual([active, externalId, displayName], [false, old, old]);
});
