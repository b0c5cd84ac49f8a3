import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { awayAndBack } from '../../../../test/support/database-away.ts';
import { callbackPath } from '../../../../test/support/identity-provider.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { AGAIN, emailOf, newSubject, SIGN_IN_TABLES, startSingleSignOn, verified } from '../../../../test/support/single-sign-on.ts';

const { provider, server, signIn, refuses, me } = await startSingleSignOn({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1' });
const { call, count, make, platform, url } = server;
const { db } = platform;

describe('a sign-in through the provider', () => {
  test('gives the browser a session, and goes on to the page that was asked for', async () => {
    const user = await make.user({ permissions: ['SVC_OPERATOR'] });
    const subject = newSubject();
    provider.people.set(subject, verified(emailOf(user)));
    const browser = new Browser(url);
    const page = await browser.open('/login?return_to=/account');
    assert.match(page.html, /<a class="button" href="\/login\/openid\?return_to=%2Faccount">Sign in with Example &amp; Co<\/a>/);
    const done = await browser.open(await callbackPath(browser, subject, '/login/openid?return_to=%2Faccount'));
    assert.deepEqual([done.status, done.location], [303, '/account']);
    assert.match(done.headers.get('set-cookie') ?? '', /^millrace_session=mrc_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.equal((await me(browser)).id, user.id);
    assert.equal((await browser.open('/login/openid?return_to=/docs')).location, '/docs', 'a person with a session is redirected');
  });

  test('sign-in.openid.flow', async () => {
    const browser = new Browser(url);
    const { location, headers } = await browser.open('/login/openid');
    const query = new URL(location ?? '').searchParams;
    assert.ok(location?.startsWith(`${provider.issuer}/auth?`));
    assert.deepEqual(
      ['response_type', 'code_challenge_method', 'scope', 'redirect_uri', 'client_id'].map((name) => query.get(name)),
      ['code', 'S256', 'openid email profile', `${url}/login/openid/callback`, 'millrace'],
    );
    for (const name of ['state', 'nonce', 'code_challenge']) assert.match(query.get(name) ?? '', /^[\w-]{43}$/, name);
    assert.match(headers.get('set-cookie') ?? '', /^millrace_openid=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    const stored = await db.reader.rows<{ text: string }>(sql`select f::text as text from openid_flow f`);
    for (const secret of [query.get('state') ?? '', browser.cookies.get('millrace_openid') ?? ''])
      assert.ok(stored.every(({ text }) => !text.includes(secret) && !text.includes(Buffer.from(secret, 'base64url').toString('hex'))));
  });

  test('returns only to a path of this server', async () => {
    const user = await make.user();
    const subject = newSubject();
    provider.people.set(subject, verified(emailOf(user)));
    for (const wanted of ['https://evil.example.com/', '//evil.example.com', '/\\evil.example.com', `/${'x'.repeat(5001)}`, '/login']) {
      const browser = new Browser(url);
      const back = await callbackPath(browser, subject, `/login/openid?return_to=${encodeURIComponent(wanted)}`);
      assert.equal((await browser.open(back)).location, '/', wanted);
    }
  });

  test('sign-in.login.again: the provider asks the person once more', async () => {
    const { login, password } = await make.person();
    const browser = new Browser(url);
    await browser.signIn(login, password);
    assert.equal((await browser.open('/login/openid?return_to=/docs')).location, '/docs');
    const { html } = await browser.open('/login?prompt=login&return_to=/docs');
    const [, href = ''] = /<a class="button" href="([^"]*)"/.exec(html) ?? [];
    const { location } = await browser.open(href.replaceAll('&amp;', '&'));
    assert.equal(new URL(location ?? '').searchParams.get('prompt'), 'login');
  });

  test('ends the session that the browser had, and asks for no second factor', async () => {
    const person = await make.person();
    await db.writer.rows(sql`insert into second_factor (account_id, secret, confirmed_at) values (${person.id}, '\\x00', now())`);
    const other = await make.person();
    const browser = new Browser(url);
    await browser.signIn(other.login, other.password);
    const former = browser.cookie;
    provider.people.set('changing', verified(emailOf(person)));
    // Another tab began a sign-in before there was a session.
    const stranger = new Browser(url);
    const back = await callbackPath(stranger, 'changing');
    const cookie = `${former}; ${stranger.cookie}`;
    const done = await new Browser(url, { cookie }).open(back);
    assert.equal(done.status, 303);
    assert.equal((await call('GET /account/me', { token: undefined, headers: { cookie: former } })).status, 401);
    assert.equal((await platform.identity.sessions.list(db.reader, person.id)).length, 1);
  });

  test('a person without a password is asked for none on its page', async () => {
    const user = await make.user();
    const { browser } = await signIn(newSubject(), verified(emailOf(user)));
    const page = await browser.open('/account');
    assert.match(page.html, /You have no password here\./);
    const forms = page.forms.map(({ action }) => action);
    assert.deepEqual([...new Set(forms)], ['/logout', '/account/sessions']);
    const [{ fields = {} } = {}] = page.forms;
    const password = { ...fields, present: '', confirmation: '', password: 'a new passphrase', repeated: 'a new passphrase' };
    for (const path of ['/account/password', '/account/second-factor']) assert.equal((await browser.post(path, password)).status, 403);
  });

  test('two tabs of a browser do not disturb each other', async () => {
    const user = await make.user();
    const subject = newSubject();
    provider.people.set(subject, verified(emailOf(user)));
    const browser = new Browser(url);
    const callbacks = [await callbackPath(browser, subject), await callbackPath(browser, subject)];
    for (const callback of callbacks) assert.equal((await browser.open(callback)).status, 303);
  });
});

describe('sign-ins that fail', () => {
  test('the provider refuses', async () => {
    const browser = new Browser(url);
    const callback = await callbackPath(browser, undefined);
    const alert = 'Example & Co refused the sign-in (access_denied). Sign in again, or ask an administrator.';
    await refuses(() => browser.open(callback), alert, 'access_denied');
  });

  test('sign-in.page.language: refusals are in the language of the browser', async () => {
    for (const [language, again, refused, noAccount] of [
      [
        'de',
        'Diese Anmeldung hat zu lange gedauert',
        'Example & Co hat die Anmeldung abgelehnt (access_denied)',
        'Hier gibt es kein aktives Konto',
      ],
      ['fr', 'Cette connexion a pris trop de temps', 'Example & Co a refusé la connexion (access_denied)', 'Il n’y a pas de compte actif'],
      ['ja', 'サインインに時間がかかりすぎた', 'Example & Coがサインインを拒否しました（access_denied）', '有効なアカウントがありません'],
    ] as const) {
      const browser = new Browser(url, { 'accept-language': language });
      const alerts = [
        (await browser.open('/login/openid/callback')).alert,
        (await browser.open(await callbackPath(browser, undefined))).alert,
        (await signIn(newSubject(), verified('nobody@example.com'), browser)).alert,
      ];
      for (const [index, words] of [again, refused, noAccount].entries())
        assert.ok(alerts[index]?.includes(words), `${words} in ${alerts[index]}`);
    }
  });

  test('sign-in.openid.address', async () => {
    const tenant = await make.otherTenant();
    const administrator = await make.user({ tenant, permissions: ['SVC_USER_MANAGEMENT'] });
    const ips = [{ description: 'office', ip: '203.0.113.0/24' }];
    await call('POST /security/ip-allowlist', { token: administrator.token, body: { enabled: true, ips } });
    const user = await make.user({ tenant });
    const subject = newSubject();
    const before = await count(...SIGN_IN_TABLES);
    const outside = await signIn(subject, verified(emailOf(user)), new Browser(url, { 'x-forwarded-for': '198.51.100.7' }));
    assert.equal(outside.status, 403);
    assert.match(outside.alert ?? '', /does not contain your address 198\.51\.100\.7/);
    assert.deepEqual(await count(...SIGN_IN_TABLES), before);
    const inside = await signIn(subject, verified(emailOf(user)), new Browser(url, { 'x-forwarded-for': '203.0.113.7' }));
    assert.equal(inside.status, 303);
  });

  test('the number of sign-ins from one address is limited', async () => {
    const far = (): Browser => new Browser(url, { 'x-forwarded-for': '198.51.100.20' });
    assert.equal((await far().open('/login/openid')).status, 303);
    await db.writer.rows(sql`update attempt_budget set full_at = full_at + interval '15 minutes'`);
    const before = await count('openid_flow');
    const refused = await far().open('/login/openid');
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '8']);
    assert.match(refused.alert ?? '', /^Too many tries/);
    assert.deepEqual(await count('openid_flow'), before);
    await db.writer.rows(sql`update attempt_budget set full_at = full_at - interval '15 minutes'`);
  });

  test('a sign-in is refused while the database is unreachable, and its callback works afterwards', async () => {
    const user = await make.user();
    const subject = newSubject();
    provider.people.set(subject, verified(emailOf(user)));
    const browser = new Browser(url);
    const callback = await callbackPath(browser, subject);
    const before = await count(...SIGN_IN_TABLES);
    await awayAndBack(platform, async () => {
      for (const path of ['/login/openid', callback]) {
        const refused = await browser.open(path);
        assert.equal(refused.status, 503);
        assert.match(refused.alert ?? '', /database .*try again/i);
      }
    });
    assert.deepEqual(await count(...SIGN_IN_TABLES), before);
    assert.equal((await browser.open(callback)).status, 303);
  });

  test('a database that becomes unreachable after the provider has answered leaves nothing', async () => {
    const user = await make.user();
    const browser = new Browser(url);
    provider.people.set('cut off', verified(emailOf(user)));
    const callback = await callbackPath(browser, 'cut off');
    const before = await count(...SIGN_IN_TABLES);
    await db.writer.rows(sql`
      create function cut_off() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await db.writer.rows(sql`create trigger cut_off before insert on sign_in_session execute function cut_off()`);
    assert.equal((await browser.open(callback)).status, 503);
    await db.writer.rows(sql`drop trigger cut_off on sign_in_session`);
    assert.deepEqual(await count(...SIGN_IN_TABLES), before);
    assert.equal((await browser.open(await callbackPath(browser, 'cut off'))).status, 303);
  });

  test('a server without a provider has no such page', async () => {
    const plain = await startTestServer();
    const browser = new Browser(plain.url);
    assert.ok(!(await browser.open('/login')).html.includes('/login/openid'));
    assert.equal((await browser.open('/login/openid')).location, '/login');
    assert.deepEqual((await browser.open('/login/openid/callback?code=x&state=y')).alert, AGAIN);
  });
});
