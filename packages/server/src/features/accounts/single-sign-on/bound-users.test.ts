import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { emailOf, newSubject, NO_ACCOUNT, startSingleSignOn, verified } from '../../../../test/support/single-sign-on.ts';

const { provider, server, signIn, refuses, newest, me } = await startSingleSignOn();
const { call, count, make, platform } = server;
const { db } = platform;

describe('the user of a person', () => {
  test('sign-in.openid.bound', async () => {
    const [user, other] = [await make.user(), await make.user()];
    const subject = newSubject();
    await signIn(subject, verified(emailOf(user).toUpperCase()));
    const { userId, sent, answer } = await newest();
    assert.deepEqual([userId, answer], [user.id, { bound: true }]);
    assert.deepEqual(sent, { issuer: provider.issuer, subject, email: emailOf(user).toUpperCase() });

    const entries = await count('audit_entry');
    for (const claims of [verified(emailOf(other)), { email: emailOf(other), email_verified: false }, {}]) {
      const { browser, status } = await signIn(subject, claims);
      assert.equal(status, 303);
      assert.equal((await me(browser)).id, user.id, 'the binding alone counts');
    }
    assert.deepEqual(await count('audit_entry'), entries, 'a sign-in that changes nothing leaves no entry');
  });

  test('sign-in.openid.verified', async () => {
    const user = await make.user();
    const unverified =
      'You have not signed in here before, and your email address is not verified there. Ask an administrator of this server.';
    for (const claims of [
      { email: emailOf(user) },
      { email: emailOf(user), email_verified: false },
      { email: emailOf(user), email_verified: 'true' },
      { email: [emailOf(user)], email_verified: true },
      { preferred_username: user.login },
      {},
    ])
      await refuses(() => signIn(newSubject(), claims), unverified, 'email_not_verified');

    await refuses(() => signIn(newSubject(), verified('nobody@example.com')), NO_ACCOUNT, 'unknown');
    const namesake = await make.user();
    await db.writer.rows(sql`update account set email = ${emailOf(user).toUpperCase()} where id = ${namesake.id}`);
    await refuses(() => signIn(newSubject(), verified(emailOf(user))), NO_ACCOUNT, 'ambiguous');
    const service = await make.user({ type: 'SERVICE' });
    await refuses(() => signIn(newSubject(), verified(emailOf(service))), NO_ACCOUNT, 'unknown');

    const login = `by-login-${crypto.randomUUID()}@example.com`;
    await db.writer.rows(sql`update account set login = ${login}, email = 'another@example.com' where id = ${user.id}`);
    const { browser } = await signIn(newSubject(), verified(login));
    assert.equal((await me(browser)).id, user.id, 'the login may be the address, too');
  });

  test('sign-in.openid.verified: a user that is bound to another subject is not taken over', async () => {
    const user = await make.user();
    await signIn(newSubject(), verified(emailOf(user)));
    const email = emailOf(user);
    await refuses(() => signIn(newSubject(), verified(email)), NO_ACCOUNT, 'bound_elsewhere');
    assert.equal((await newest()).userId, user.id);
  });

  test('sign-in.openid.inactive', async () => {
    const inactive = await make.user({ active: false });
    await refuses(() => signIn(newSubject(), verified(emailOf(inactive))), NO_ACCOUNT, 'inactive');
    const bound = await make.user();
    const subject = newSubject();
    const { browser } = await signIn(subject, verified(emailOf(bound)));
    const { body } = await call('GET /account/users/{id}', { path: { id: bound.id } });
    await call('PUT /account/users/{id}', { path: { id: bound.id }, body: { ...body, id: undefined, active: false } });
    assert.equal((await call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie } })).status, 401);
    await refuses(() => signIn(subject, verified(emailOf(bound))), NO_ACCOUNT, 'inactive');
  });

  test('a user of another tenant signs in there', async () => {
    const tenant = await make.otherTenant();
    const user = await make.user({ tenant });
    const { browser } = await signIn(newSubject(), verified(emailOf(user)));
    const { id, accountId } = await me(browser);
    assert.deepEqual([id, accountId], [user.id, tenant]);
  });

  test('the binding ends with the user', async () => {
    const user = await make.user();
    const subject = newSubject();
    await signIn(subject, verified(emailOf(user)));
    await call('DELETE /account/users/{id}', { path: { id: user.id } });
    await refuses(() => signIn(subject, verified(emailOf(user))), NO_ACCOUNT, 'unknown');
  });
});

test('sign-in.openid.audit', async () => {
  const user = await make.user();
  const subject = newSubject();
  await signIn(subject, verified(emailOf(user)));
  const bound = await newest();
  assert.deepEqual([bound.eventType, bound.eventOperation, bound.username], ['access management', 'sign in', user.login]);
  await db.writer.rows(sql`update account set active = false where id = ${user.id}`);
  await refuses(() => signIn(subject, verified(emailOf(user))), NO_ACCOUNT, 'inactive');
  const refused = await newest();
  assert.deepEqual([refused.userId, refused.sent], [user.id, { issuer: provider.issuer, subject, email: emailOf(user) }]);
  await refuses(() => signIn('unknown', verified('unknown@example.com')), NO_ACCOUNT, 'unknown');
  const nobody = await newest();
  assert.deepEqual([nobody.userId, nobody.username, nobody.sent.subject], [undefined, '', 'unknown'], 'in the first tenant');
});
