import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { profileColumn } from './index.ts';
import { semanticChecks } from './rows.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const refuse = (body: object, status: number, code: string) =>
  leavesNothing(server, 'POST /datasets/semantic-types', { body }, status, code, 'semantic_type');

/** Values that a built-in type accepts, and values that it does not accept. */
const VALUES: Readonly<Record<string, readonly [valid: readonly string[], invalid: readonly string[]]>> = {
  email: [
    ['a@example.com', 'a.b+c@mail.example.co.uk'],
    ['a@', '@example.com', 'a b@example.com', 'a@example'],
  ],
  url: [
    ['https://example.com/a?b', 's3://bucket/key'],
    ['example.com', 'https://', 'ftp//x'],
  ],
  uuid: [['01890a5d-ac96-774b-bcce-b302099a8057'], ['01890a5d-ac96-774b-bcce-b302099a805', 'x']],
  iban: [
    ['DE89 3704 0044 0532 0130 00', 'GB82WEST12345698765432', 'fr1420041010050500013m02606'],
    ['DE88370400440532013000', 'GB82 WEST', 'DE89'],
  ],
  card_number: [
    ['4111 1111 1111 1111', '5555555555554444'],
    ['4111 1111 1111 1112', '411'],
  ],
  ip_address: [
    ['192.0.2.1', '2001:db8::1'],
    ['192.0.2.256', '1.2.3'],
  ],
  mac_address: [['00:1b:44:11:3a:b7'], ['00:1b:44:11:3a']],
  date: [
    ['2026-02-28', '2024-02-29T10:00:00Z', '31.12.2026', '12/31/2026', '31/12/2026'],
    ['2026-02-29', '2026-13-01', '31.02.2026', '2026'],
  ],
  country_code: [
    ['DE', 'JP'],
    ['XX', 'de'],
  ],
  currency_code: [['EUR', 'usd'], ['EURO']],
  country: [['Germany', 'Deutschland', 'france', 'Japón'], ['Atlantis']],
  phone: [
    ['+49 30 123456', '(555) 123-4567', '030/1234567', '+1 555 123 4567'],
    ['12', 'phone'],
  ],
  postal_code: [
    ['10115', 'SW1A 1AA', 'K1A 0B1', '1011 AB', '90210-1234'],
    ['1', 'ABC'],
  ],
};

test('built-in types accept their values and refuse others', () => {
  for (const [name, [valid, invalid]] of Object.entries(VALUES)) {
    // Nine valid values for an invalid one, so that the column gets the type.
    const filled = Array.from({ length: invalid.length * 9 + 9 }, (_, index) => valid[index % valid.length] as string);
    const profile = profileColumn('TEXT', [...filled, ...valid, ...invalid], []);
    // The share counts distinct values, so one single valid value is enough for a column.
    const alone = profileColumn('TEXT', valid, []);
    assert.equal(alone.semanticType, name, name);
    assert.equal(alone.valid, valid.length, name);
    assert.equal(profile.valid + profile.invalid + profile.empty, filled.length + valid.length + invalid.length);
    for (const wrong of invalid) assert.notEqual(profileColumn('TEXT', [wrong], []).semanticType, name, `${name}: ${wrong}`);
  }
});

test('a column has a type when four of five distinct values fit it', () => {
  const mails = Array.from({ length: 8 }, (_, index) => `u${index}@example.com`);
  assert.deepEqual(profileColumn('TEXT', [...mails, 'x', 'y'], []), { semanticType: 'email', valid: 8, invalid: 2, empty: 0 });
  assert.deepEqual(profileColumn('TEXT', [...mails, 'x', 'y', 'z'], []), { semanticType: null, valid: 11, invalid: 0, empty: 0 });
  assert.deepEqual(profileColumn('TEXT', [], []), { semanticType: null, valid: 0, invalid: 0, empty: 0 });
  assert.deepEqual(profileColumn('NUMBER', ['1.5', '-2e3', 'one', null], []), { semanticType: null, valid: 2, invalid: 1, empty: 1 });
});

test('a type of the tenant is used before the built-in ones', async () => {
  const body = { name: 'employee', kind: 'REGEX', expression: 'E[0-9]{4}' };
  const { status, body: made } = await call('POST /datasets/semantic-types', { body });
  assert.equal(status, 201);
  await call('POST /datasets/semantic-types', { body: { name: 'colour', kind: 'DICTIONARY', words: ['Red', 'blue'] } });
  const checks = await semanticChecks(platform.db.reader, await make.tenant());
  assert.deepEqual(profileColumn('TEXT', ['E1234', 'E9999'], checks).semanticType, 'employee');
  assert.deepEqual(profileColumn('TEXT', ['RED', ' Blue '], checks).semanticType, 'colour');
  const { body: list } = await call('GET /datasets/semantic-types');
  assert.deepEqual(
    list.slice(0, 2).map((one: { name: string; kind: string }) => [one.name, one.kind]),
    [
      ['colour', 'DICTIONARY'],
      ['employee', 'REGEX'],
    ],
  );
  assert.ok(list.some((one: { name: string; kind: string }) => one.name === 'iban' && one.kind === 'BUILT_IN'));
  const foreign = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  const path = { semanticTypeId: made.id };
  const sent = { path, token: foreign.token };
  await leavesNothing(server, 'DELETE /datasets/semantic-types/{semanticTypeId}', sent, 404, 'not_found', 'semantic_type');
  assert.equal((await call('DELETE /datasets/semantic-types/{semanticTypeId}', { path })).status, 204);
});

test('semantic-types.create.kind', async () => {
  await refuse({ name: 'a', kind: 'REGEX' }, 400, 'malformed_request');
  await refuse({ name: 'a', kind: 'REGEX', words: ['a'] }, 400, 'malformed_request');
  await refuse({ name: 'a', kind: 'REGEX', expression: 'a', words: ['a'] }, 400, 'malformed_request');
  await refuse({ name: 'a', kind: 'DICTIONARY' }, 400, 'malformed_request');
});

test('semantic-types.create.expression', async () => {
  for (const expression of ['(', String.raw`(a)\1`, '(?=a)', '(a{900}){900}'])
    await refuse({ name: 'a', kind: 'REGEX', expression }, 400, 'malformed_expression');
  // An expression that takes exponential time in backtracking implementations.
  await call('POST /datasets/semantic-types', { body: { name: 'slow', kind: 'REGEX', expression: '(a+)+b' } });
  const checks = await semanticChecks(platform.db.reader, await make.tenant());
  assert.equal(checks.find(({ name }) => name === 'slow')?.fits('a'.repeat(4000)), false);
});

test('semantic-types.create.name', async () => {
  await refuse({ name: 'Email', kind: 'DICTIONARY', words: ['a'] }, 409, 'semantic_type_name_taken');
  await call('POST /datasets/semantic-types', { body: { name: 'twice', kind: 'DICTIONARY', words: ['a'] } });
  await refuse({ name: 'twice', kind: 'DICTIONARY', words: ['a'] }, 409, 'semantic_type_name_taken');
});

test('semantic-types.create.room', async () => {
  const { token } = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  for (let number = 0; number < 200; number += 1) {
    const body = { name: `type ${number}`, kind: 'DICTIONARY', words: ['a'] };
    assert.equal((await call('POST /datasets/semantic-types', { token, body })).status, 201);
  }
  const sent = { token, body: { name: 'one more', kind: 'DICTIONARY', words: ['a'] } };
  await leavesNothing(server, 'POST /datasets/semantic-types', sent, 409, 'too_many_semantic_types', 'semantic_type');
});
