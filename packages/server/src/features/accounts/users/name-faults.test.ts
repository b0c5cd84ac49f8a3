import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const CREATE = 'POST /account/users';
const CHANGE = 'PUT /account/users/{id}';
const server = await startTestServer();
const { call, make, platform } = server;
const TABLES = ['account', 'account_role', 'password_link'];

let number = 0;
const userBody = (fields: object = {}) => {
  number += 1;
  return { login: `user${number}`, email: `user${number}@example.com`, firstName: 'Some', lastName: 'One', ...fields };
};
const scimBody = (userName: string, email = `scim${(number += 1)}@example.com`) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  emails: [{ value: email }],
});

/** Logins that can be taken for another one, by what is wrong with them. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  'a zero-width space': 'ad\u200Bmin',
  'a joiner': 'ad\u200Dmin',
  'a soft hyphen': 'ad\u00ADmin',
  'a mark of order at its end': 'admin\u200E',
  'an override of the order': '\u202Enimda',
  'an isolate': '\u2066admin\u2069',
  'a filler': 'admin\u3164',
  'a variation selector': 'admin\uFE0F',
  'a tag character': 'admin\u{E0041}',
  'a control character': 'ad\u0007min',
  'letters of full width': '\uFF41\uFF44\uFF4D\uFF49\uFF4E',
  'mathematical letters': '\u{1D41A}dmin',
  'a ligature': '\uFB01nance',
  'a long s': 'u\u017Fer',
  'the Kelvin sign': '\u212Aate',
  'an accent that is not composed': 'Jose\u0301',
  'a picture': 'admin\u{1F600}',
  'a typographic sign': 'o\u2019neil',
  'an unassigned character': 'admin\u0378',
  'a stretched letter': '\u0645\u0640\u062D',
  'a part of a syllable': '\u1100a',
  'a second dot': 'admi\u0307n',
  'a Cyrillic letter in a Latin word': '\u0430dmin',
  'a Greek letter in a Latin word': 'r\u03BFot',
  'digits of two kinds': '\u0661\u06F1',
};
/** Logins of several languages. */
const PLAIN = [
  'ada.lovelace+1@example.com',
  'dom\\ada',
  'Jos\u00E9',
  '\u0438\u0432\u0430\u043D@example.com',
  '\u5C71\u7530',
  '\uC138\uC885',
  'stra\u00DFe',
  '\u05D3\u05D5\u05D3',
  '\u0645\u062D\u0645\u062F',
  '\u0930\u093E\u092E',
];

describe('users.create.look-alike', () => {
  for (const [fault, login] of Object.entries(LOOK_ALIKES))
    test(`users.create.look-alike: refuses ${fault}`, async () => {
      const { body } = await leavesNothing(server, CREATE, { body: userBody({ login }) }, 400, 'login_refused', ...TABLES);
      assert.match(JSON.stringify(body), /The login (?:contains|has|mixes) /);
      const email = `${login}@example.com`;
      await leavesNothing(server, CREATE, { body: userBody({ email }) }, 400, 'email_refused', ...TABLES);
      const scim = await leavesNothing(server, 'POST /scim/v2/Users', { body: scimBody(login) }, 400, 'login_refused', ...TABLES);
      assert.equal(scim.body.scimType, 'invalidValue');
      await leavesNothing(server, 'POST /scim/v2/Users', { body: scimBody('plain', email) }, 400, 'email_refused', ...TABLES);
      await leavesNothing(server, 'POST /api/v1/users', { body: { subject: email } }, 400, 'login_refused', ...TABLES);
      const before = await server.count(...TABLES);
      const invited = await call('POST /api/v1/users/actions/invite', { body: { invitees: [{ email }] } });
      assert.deepEqual([invited.body.data[0].status, invited.body.data[0].code], ['error', '1003']);
      assert.deepEqual(await server.count(...TABLES), before);
    });

  test('users.create.look-alike: accepts logins of all languages', async () => {
    for (const login of PLAIN) {
      const { status, body } = await call(CREATE, { body: userBody({ login }), query: { invite: false } });
      assert.deepEqual([status, body.login], [201, login], JSON.stringify(body));
    }
  });

  test('users.create.look-alike: a change refuses a new login or address, and keeps the present ones', async () => {
    const { id } = await make.user();
    const path = { id };
    const login = '\uFF52oot';
    const email = 'ro\u200Bot@example.com';
    const names = { firstName: 'Some', lastName: 'One' };
    for (const [body, code] of [
      [userBody({ login }), 'login_refused'],
      [userBody({ email }), 'email_refused'],
    ] as const)
      await leavesNothing(server, CHANGE, { path, body }, 400, code, ...TABLES);
    assertRefused(await call('PUT /scim/v2/Users/{id}', { path, body: scimBody(login) }), 400, 'login_refused');
    const patch = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'userName', value: login }],
    };
    assertRefused(await call('PATCH /scim/v2/Users/{id}', { path, body: patch }), 400, 'login_refused');

    await platform.db.writer.rows(sql`
      update account
      set login = ${login},
          email = ${email}
      where id = ${id}`);
    const kept = await call(CHANGE, { path, body: { login, email, ...names, title: 'Engineer' } });
    assert.deepEqual([kept.status, kept.body.login, kept.body.title], [200, login, 'Engineer'], JSON.stringify(kept.body));
    await leavesNothing(server, CHANGE, { path, body: { login: `${login}2`, email, ...names } }, 400, 'login_refused', ...TABLES);
    for (const taken of ['root', 'ROOT'])
      await leavesNothing(server, CREATE, { body: userBody({ login: taken }) }, 409, 'login_taken', ...TABLES);
    const other = { path: { id: (await make.user()).id }, body: userBody({ login: 'root' }) };
    await leavesNothing(server, CHANGE, other, 409, 'login_taken', ...TABLES);
    const own = await call(CHANGE, { path, body: { login: 'root', email: 'root@example.com', ...names } });
    assert.equal(own.status, 200, JSON.stringify(own.body));
  });
});
