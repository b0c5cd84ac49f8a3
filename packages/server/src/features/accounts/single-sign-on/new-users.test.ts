import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Browser } from '../../../../test/support/browser.ts';
import { wayBack } from '../../../../test/support/identity-provider.ts';
import { NO_ACCOUNT, SIGN_IN_TABLES, startSingleSignOn } from '../../../../test/support/single-sign-on.ts';

// One user is the administrator.
const { provider, server, signIn, newest, me } = await startSingleSignOn({
  MILLRACE_OPENID_CREATE_USERS: 'on',
  MILLRACE_MAX_USERS: '6',
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

  test('sign-in.openid.create: without a verified address, the user has none', async () => {
    const { browser } = await signIn('grace', {
      email: 'admin@localhost',
      email_verified: false,
      preferred_username: 'grace',
      given_name: 'Grace',
    });
    const { login, email, firstName } = await me(browser);
    assert.deepEqual([login, email, firstName], ['grace', '', 'Grace']);
    assert.equal((await me((await signIn('no-names', { preferred_username: 'two words' })).browser)).login, 'no-names');
  });

  test('sign-in.openid.create: a login that is taken is refused', async () => {
    const before = await count(...SIGN_IN_TABLES);
    const refused = await signIn('pretender', { preferred_username: 'ADMIN' });
    assert.deepEqual([refused.status, refused.alert], [403, NO_ACCOUNT]);
    assert.deepEqual(await count(...SIGN_IN_TABLES), before);
    assert.deepEqual((await newest()).answer, { reason: 'login_taken' });
  });

  test('sign-in.openid.once', async () => {
    provider.people.set('twins', { email: 'twins@example.com', email_verified: true });
    const browsers = Array.from({ length: 4 }, () => new Browser(url));
    const ways = await Promise.all(browsers.map((browser) => wayBack(browser, 'twins')));
    const before = await count('account', 'openid_subject');
    const answers = await Promise.all(browsers.map((browser, index) => browser.open(ways[index] ?? '')));
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

  test('sign-in.openid.create: the limit of users counts', async () => {
    const { body } = await call('GET /account/users');
    for (let number = body.length; number < 6; number += 1)
      assert.equal((await signIn(`number ${number}`, { email: `n${number}@example.com`, email_verified: true })).status, 303);
    const before = await count(...SIGN_IN_TABLES);
    const refused = await signIn('too many', { email: 'too-many@example.com', email_verified: true });
    assert.equal(refused.status, 402);
    assert.match(refused.alert ?? '', /6 active users/);
    assert.deepEqual(await count(...SIGN_IN_TABLES), before);
    assert.deepEqual((await newest()).answer, { reason: 'users_limit' });
  });
});
