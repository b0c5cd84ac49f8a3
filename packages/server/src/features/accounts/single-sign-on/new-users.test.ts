import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Browser } from '../../../../test/support/browser.ts';
import { callbackPath } from '../../../../test/support/identity-provider.ts';
import { NO_ACCOUNT, SIGN_IN_TABLES, startSingleSignOn } from '../../../../test/support/single-sign-on.ts';

// One user is the administrator.
const { provider, server, signIn, newest, me } = await startSingleSignOn({
  MILLRACE_OPENID_CREATE_USERS: 'on',
  MILLRACE_MAX_USERS: '7',
  MILLRACE_TRUSTED_PROXIES: '127.0.0.1',
});
const { call, count, make, url } = server;

describe('a person without a user', () => {
  test('sign-in.openid.create', async () => {
    const claims = {
      email: 'ada@example.com',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
      preferred_username: 'countess',
    };
    const { browser, status } = await signIn('ada', claims);
    assert.equal(status, 303);
    const { id, login, email, firstName, lastName, permissions, accountId } = await me(browser);
    const expected = ['ada@example.com', 'ada@example.com', 'Ada', 'Lovelace', [], await make.tenant()];
    assert.deepEqual([login, email, firstName, lastName, permissions, accountId], expected);
    const { userId, username, answer } = await newest();
    assert.deepEqual([userId, username, answer], [id, login, { created: true, bound: true }]);
    assert.equal((await me((await signIn('ada', {})).browser)).id, id);
  });

  test('sign-in.openid.create: an address that is not verified is enough if no user has it', async () => {
    const { browser } = await signIn('grace', { email: 'grace@example.com', preferred_username: 'grace', given_name: 'Grace' });
    const { id, login, email, firstName } = await me(browser);
    assert.deepEqual([login, email, firstName], ['grace', 'grace@example.com', 'Grace']);
    const { body } = await call('GET /account/users/{id}', { path: { id } });
    assert.equal((await call('PUT /account/users/{id}', { path: { id }, body: { ...body, id: undefined } })).status, 200);
    const upn = await signIn('upn', { preferred_username: 'upn@example.com', name: 'User Principal' });
    const { login: own, email: address, firstName: name } = await me(upn.browser);
    assert.deepEqual([own, address, name], ['upn@example.com', 'upn@example.com', 'User Principal']);
  });

  test('sign-in.openid.create: a taken login or address is refused, and so is a person without an address', async () => {
    const { login } = await make.user();
    for (const [claims, reason] of [
      [{ email: 'free@example.com', preferred_username: 'ADMIN' }, 'taken'],
      [{ email: `${login}@EXAMPLE.com`, preferred_username: 'free' }, 'taken'],
      [{ email: 'free@example.com', preferred_username: login.toUpperCase() }, 'taken'],
      [{ preferred_username: 'free' }, 'no_address'],
      [{ email: 'no address', email_verified: true }, 'no_address'],
      [{}, 'no_address'],
    ] as const) {
      const before = await count(...SIGN_IN_TABLES);
      const refused = await signIn('pretender', claims);
      assert.deepEqual([refused.status, refused.alert], [403, NO_ACCOUNT]);
      assert.deepEqual(await count(...SIGN_IN_TABLES), before);
      assert.deepEqual((await newest()).answer, { reason });
    }
  });

  test('users.create.look-alike: a new person with an address that looks like another one gets no user', async () => {
    const before = await count(...SIGN_IN_TABLES);
    for (const [claims, reason] of [
      [{ email: 'ad\u200Bmin@example.com', email_verified: true }, 'login_refused'],
      [{ email: 'plain@example.com', preferred_username: '\uFF41dmin' }, 'login_refused'],
      [{ email: 'pl\u0430in@example.com', preferred_username: 'plain' }, 'email_refused'],
    ] as const) {
      const refused = await signIn('look-alike', claims);
      assert.equal(refused.status, 400);
      assert.deepEqual(await count(...SIGN_IN_TABLES), before);
      assert.deepEqual((await newest()).answer, { reason });
    }
  });

  test('sign-in.openid.once', async () => {
    provider.people.set('twins', { email: 'twins@example.com', email_verified: true });
    const browsers = Array.from({ length: 4 }, () => new Browser(url));
    const callbacks = await Promise.all(browsers.map((browser) => callbackPath(browser, 'twins')));
    const before = await count('account', 'openid_subject');
    const answers = await Promise.all(browsers.map((browser, index) => browser.open(callbacks[index] ?? '')));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303, 303],
    );
    assert.equal(new Set(await Promise.all(browsers.map(async (browser) => (await me(browser)).id))).size, 1);
    const after = await count('account', 'openid_subject');
    assert.deepEqual(after, { account: (before['account'] ?? 0) + 1, openid_subject: (before['openid_subject'] ?? 0) + 1 });
  });

  test('sign-in.openid.address: a newcomer outside the allowlist gets no user', async () => {
    const ips = [{ description: 'office', ip: '203.0.113.0/24' }];
    assert.equal((await call('POST /security/ip-allowlist', { body: { enabled: true, ips } })).status, 201);
    const before = await count(...SIGN_IN_TABLES);
    const far = new Browser(url, { 'x-forwarded-for': '198.51.100.7' });
    const refused = await signIn('far', { email: 'far@example.com', email_verified: true }, far);
    assert.equal(refused.status, 403);
    assert.match(refused.alert ?? '', /does not contain your address 198\.51\.100\.7/);
    assert.deepEqual(await count(...SIGN_IN_TABLES), before);
    assert.deepEqual((await newest()).answer, { reason: 'address_refused' });
    await call('DELETE /security/ip-allowlist');
  });

  test('sign-in.openid.create: the limit of users applies', async () => {
    const { body } = await call('GET /account/users');
    for (let number = body.length; number < 7; number += 1)
      assert.equal((await signIn(`number ${number}`, { email: `n${number}@example.com`, email_verified: true })).status, 303);
    const before = await count(...SIGN_IN_TABLES);
    const refused = await signIn('too many', { email: 'too-many@example.com', email_verified: true });
    assert.equal(refused.status, 402);
    assert.match(refused.alert ?? '', /7 active users/);
    assert.deepEqual(await count(...SIGN_IN_TABLES), before);
    assert.deepEqual((await newest()).answer, { reason: 'users_limit' });
  });
});
