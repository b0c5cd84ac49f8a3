import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform, url } = server;

const CREATE = 'POST /scim/v2/Users';
const REPLACE = 'PUT /scim/v2/Users/{id}';
const PATCH = 'PATCH /scim/v2/Users/{id}';
const TABLES = ['account', 'account_password', 'sign_in_session', 'password_link'];
const FIRST = 'the first passphrase';

let number = 0;
const userBody = (fields: object = {}) => {
  number += 1;
  return { userName: `scim${number}`, emails: [{ value: `scim${number}@example.com` }], ...fields };
};
const setting = (value: unknown, op = 'replace') => ({ Operations: [{ op, path: 'password', value }] });
const signsIn = async (login: string, password: string): Promise<Browser | undefined> => {
  const browser = new Browser(url);
  return (await browser.signIn(login, password)).status === 303 ? browser : undefined;
};
const hashOf = async (id: string) =>
  (await platform.db.reader.one<{ hash: string }>(sql`select hash from account_password where account_id = ${id}`))?.hash;

describe('scim.users.password', () => {
  test('scim.users.password: a new user signs in with the password, which no answer and no audit entry shows', async () => {
    const body = userBody({ password: FIRST });
    const created = await call(CREATE, { body });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    assert.match((await hashOf(created.body.id)) ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.ok(await signsIn(body.userName, FIRST));
    await call(PATCH, { path: { id: created.body.id }, body: setting('the second passphrase') });
    await call(PATCH, {
      path: { id: created.body.id },
      body: { Operations: [{ op: 'add', value: { password: 'the third passphrase' } }] },
    });
    const read = await call('GET /scim/v2/Users/{id}', { path: { id: created.body.id } });
    const entries = await call('GET /security/audit/logs');
    for (const one of [created, read, entries]) assert.doesNotMatch(JSON.stringify(one.body), /passphrase/);
    assert.ok(await signsIn(body.userName, 'the third passphrase'));
  });

  test('scim.users.password: a change ends sessions and links; a body without a password changes nothing', async () => {
    const body = userBody({ password: FIRST });
    const { id } = (await call(CREATE, { body })).body;
    const path = { id };
    const browser = await signsIn(body.userName, FIRST);
    await call('POST /account/users/{id}/password-reset', { path });
    const hash = await hashOf(id);
    for (const sent of [
      { ...body, password: undefined },
      { ...body, password: null },
    ])
      assert.equal((await call(REPLACE, { path, body: sent })).status, 200);
    assert.equal((await call(PATCH, { path, body: setting(undefined, 'remove') })).status, 200);
    assert.equal(await hashOf(id), hash);
    assert.equal((await browser?.open('/account'))?.status, 200);

    for (const [route, sent] of [
      [REPLACE, { ...body, password: 'the second passphrase' }],
      [PATCH, setting('the third passphrase')],
    ] as const)
      assert.equal((await call(route, { path, body: sent })).status, 200);
    assert.equal((await browser?.open('/account'))?.status, 303);
    assert.deepEqual((await server.count('password_link'))['password_link'], 0);
    assert.ok(!(await signsIn(body.userName, 'the second passphrase')));
    assert.ok(await signsIn(body.userName, 'the third passphrase'));
  });

  test('scim.users.password: the rules of passwords apply', async () => {
    const body = userBody({ password: FIRST });
    const { id } = (await call(CREATE, { body })).body;
    for (const password of ['too short', 'x'.repeat(257), body.emails[0]?.value.toUpperCase()])
      await leavesNothing(server, PATCH, { path: { id }, body: setting(password) }, 400, 'invalid_value', ...TABLES);
    await leavesNothing(server, PATCH, { path: { id }, body: setting(['a list of one text']) }, 400, 'invalid_value', ...TABLES);
    const fresh = userBody({ userName: 'a.login.that.is.long', password: 'a.login.that.is.long' });
    await leavesNothing(server, CREATE, { body: fresh }, 400, 'invalid_value', ...TABLES);
    await leavesNothing(server, REPLACE, { path: { id }, body: { ...body, password: 'short' } }, 400, 'invalid_value', ...TABLES);
    assert.ok(await signsIn(body.userName, FIRST));
  });

  test('scim.users.password: a caller that lacks a permission of the user sets no password', async () => {
    const { token } = await make.user({ permissions: PERMISSIONS.filter((one) => one !== 'SVC_OPERATOR') });
    const stronger = await make.person({ permissions: ['SVC_OPERATOR'] });
    const path = { id: stronger.id };
    const body = { userName: stronger.login, emails: [{ value: `${stronger.login}@example.com` }], password: FIRST };
    await leavesNothing(server, PATCH, { token, path, body: setting(FIRST) }, 403, 'user_has_more_permissions', ...TABLES);
    await leavesNothing(server, REPLACE, { token, path, body }, 403, 'user_has_more_permissions', ...TABLES);
    assert.ok(await signsIn(stronger.login, stronger.password));
    assert.equal((await call(PATCH, { path, body: setting(FIRST) })).status, 200);
    assert.ok(await signsIn(stronger.login, FIRST));
  });
});
