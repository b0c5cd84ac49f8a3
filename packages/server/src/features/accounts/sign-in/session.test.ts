// run: own server because it sets MILLRACE_PUBLIC_URL and MILLRACE_SESSION_IDLE_MINUTES
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { signedInPerson } from './signed-in.fixture.ts';

const server = await startTestServer();
const { call, make, platform, url } = server;
const { db } = platform;

const me = (cookie: string): Promise<Answer> => call('GET /account/me', { token: undefined, headers: { cookie } });
const signedIn = (options: Parameters<typeof make.person>[0] = {}) => signedInPerson(server, options);
const move = (id: string, column: 'created_at' | 'last_used_at', minutes: number): Promise<unknown> =>
  column === 'created_at'
    ? db.writer.rows(sql`update sign_in_session set created_at = created_at - make_interval(mins => ${minutes}) where account_id = ${id}`)
    : db.writer.rows(
        sql`update sign_in_session set last_used_at = last_used_at - make_interval(mins => ${minutes}) where account_id = ${id}`,
      );

describe('a session', () => {
  test('sign-in.session.cookie', async () => {
    const { login, password, id } = await make.person();
    const browser = new Browser(url);
    const { headers } = await browser.signIn(login, password);
    assert.match(headers.get('set-cookie') ?? '', /^millrace_session=mrc_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    const secret = browser.cookies.get('millrace_session') ?? '';
    const [stored] = await db.reader.rows<{ text: string; hash: Buffer }>(sql`
      select s::text as text, s.hash
      from sign_in_session s
      where s.account_id = ${id}`);
    assert.deepEqual(stored?.hash, platform.identity.tokens.hash(secret));
    assert.ok(!stored?.text.includes(secret.slice(4)));
  });

  test('sign-in.session.cookie: with https', async () => {
    const secure = await startTestServer({ MILLRACE_PUBLIC_URL: 'https://millrace.example.com' });
    const { login, password } = await secure.make.person();
    const browser = new Browser(secure.url);
    const { headers, status } = await browser.signIn(login, password);
    assert.equal(status, 303);
    assert.match(
      headers.get('set-cookie') ?? '',
      /^__Host-millrace_session=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const calls = [browser.cookie, browser.cookie.replaceAll('__Host-', '')];
    const answers = await Promise.all(calls.map((cookie) => secure.call('GET /account/me', { token: undefined, headers: { cookie } })));
    assert.deepEqual(
      answers.map(({ status: one }) => one),
      [200, 401],
    );
  });

  test('sign-in.session.new-id', async () => {
    const { person, browser } = await signedIn();
    const first = browser.cookie;
    const chosen = new Browser(url);
    chosen.cookies.set('millrace_session', `mrc_${'a'.repeat(43)}`);
    const form = await chosen.open('/login');
    await chosen.send(form, { login: person.login, password: person.password });
    assert.notEqual(chosen.cookies.get('millrace_session'), `mrc_${'a'.repeat(43)}`, 'a session that another party chose');
    const fields = { login: person.login, password: person.password, form_token: tokenFor(browser) };
    assert.equal((await browser.post('/login', fields)).status, 303);
    assert.notEqual(browser.cookie, first);
    assert.deepEqual([(await me(first)).status, (await me(browser.cookie)).status], [401, 200]);
  });

  test('sign-in.session.lifetime', async () => {
    const { person, browser } = await signedIn();
    await move(person.id, 'last_used_at', 479);
    assert.equal((await me(browser.cookie)).status, 200);
    await move(person.id, 'last_used_at', 481);
    assertRefused(await me(browser.cookie), 401, 'not_signed_in');
    await move(person.id, 'last_used_at', -481);
    assert.equal((await me(browser.cookie)).status, 200);
    await move(person.id, 'created_at', 7 * 24 * 60);
    assertRefused(await me(browser.cookie), 401, 'not_signed_in');
    assert.deepEqual(await platform.identity.sessions.list(db.reader, person.id), []);
    await runTimer(platform, 'forget-sign-ins');
    assert.equal(await db.reader.any(sql`select from sign_in_session where account_id = ${person.id}`), false);
  });

  test('sign-in.session.lifetime: by settings', async () => {
    const short = await startTestServer({ MILLRACE_SESSION_IDLE_MINUTES: '5', MILLRACE_SESSION_MINUTES: '10' });
    const { login, password } = await short.make.person();
    const browser = new Browser(short.url);
    assert.match((await browser.signIn(login, password)).headers.get('set-cookie') ?? '', /Max-Age=600;/);
    await short.platform.db.writer.rows(sql`update sign_in_session set last_used_at = now() - interval '6 minutes'`);
    assert.equal((await short.call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie } })).status, 401);
  });

  test('sign-in.session.use', async () => {
    const { person, browser } = await signedIn();
    const used = (): Promise<{ at: Date }> =>
      db.reader.only(sql`select last_used_at as at from sign_in_session where account_id = ${person.id}`);
    const first = await used();
    await me(browser.cookie);
    assert.deepEqual(await used(), first);
    await move(person.id, 'last_used_at', 2);
    const old = await used();
    await me(browser.cookie);
    assert.ok((await used()).at > old.at);
  });

  test('sign-in.session.bearer-first', async () => {
    const { person, browser } = await signedIn();
    const other = await make.user();
    const both = (authorization: string) =>
      call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie, authorization } });
    assert.equal((await both(`Bearer ${other.token}`)).body.id, other.id);
    assertRefused(await both('Bearer mrp_unknown'), 401, 'not_signed_in');
    assert.equal((await both('Basic dXNlcjpwYXNz')).body.id, person.id, 'basic credentials, which a proxy may need, are ignored');
  });

  test('ends at once when its account is disabled or deleted', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    await db.writer.rows(sql`update account set active = false where id = ${one.person.id}`);
    await db.writer.rows(sql`delete from account where id = ${other.person.id}`);
    for (const { browser } of [one, other]) assertRefused(await me(browser.cookie), 401, 'not_signed_in');
  });

  test('an unknown or malformed cookie is no session', async () => {
    const { browser } = await signedIn();
    const secret = browser.cookies.get('millrace_session') ?? '';
    for (const value of [
      'x',
      `${secret}x`,
      secret.slice(0, -1),
      secret.slice(4),
      '%00',
      "' or true --",
      'é'.normalize('NFC').length ? 'a b' : '',
    ])
      assertRefused(await me(`millrace_session=${value}`), 401, 'not_signed_in');
  });

  test('is no credential of an engine', async () => {
    const { browser } = await signedIn();
    const answer = await call('POST /engine/v1/beats', { token: undefined, headers: { cookie: browser.cookie }, body: { running: [] } });
    assertRefused(answer, 401, 'not_signed_in');
  });

  test('sign-in.logout.at-once', async () => {
    const { browser } = await signedIn();
    const { cookie } = browser;
    const forged = await browser.post('/logout', {});
    assert.deepEqual([forged.status, (await me(cookie)).status], [403, 200]);
    const done = await browser.post('/logout', { form_token: tokenFor(browser) });
    assert.deepEqual([done.status, done.location], [303, '/login?notice=signed-out']);
    assert.equal(browser.cookies.has('millrace_session'), false);
    assertRefused(await me(cookie), 401, 'not_signed_in');
    assert.match((await browser.open('/login?notice=signed-out')).html, /role="status">You are signed out\./);
  });
});

describe('a sign-out by the console', () => {
  const signOut = (browser: Browser, token: string): Promise<{ status: number }> =>
    browser.post('/logout', {}, { 'service-csrf-token': token });

  test('ends the session with the token of changing calls, and with no other', async () => {
    const [one, other] = [(await signedIn()).browser, (await signedIn()).browser];
    const { cookie } = one;
    const tokenOf = async (browser: Browser): Promise<string> =>
      (await call('GET /api/v1/csrf-token', { token: undefined, headers: { cookie: browser.cookie } })).headers.get('service-csrf-token') ??
      '';
    for (const wrong of ['', 'guessed', await tokenOf(other)]) assert.equal((await signOut(one, wrong)).status, 403);
    assert.equal((await me(cookie)).status, 200);
    assert.equal((await signOut(one, await tokenOf(one))).status, 303);
    assertRefused(await me(cookie), 401, 'not_signed_in');
  });
});

/** The token of the forms of a signed-in browser. */
const tokenFor = (browser: Browser): string =>
  platform.identity.tokens.hash(`form ${browser.cookies.get('millrace_session')}`).toString('base64url');

describe('calls with the cookie of a session', () => {
  const csrf = async (cookie: string): Promise<Headers> => {
    const { status, body, headers } = await call('GET /api/v1/csrf-token', { token: undefined, headers: { cookie } });
    assert.deepEqual([status, body], [204, undefined]);
    return headers;
  };

  test('sign-in.csrf.token', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const [first, again, foreign] = [await csrf(one.browser.cookie), await csrf(one.browser.cookie), await csrf(other.browser.cookie)];
    const token = first.get('service-csrf-token') ?? '';
    assert.match(token, /^[\w-]{43}$/);
    assert.deepEqual([first.get('qlik-csrf-token'), again.get('service-csrf-token')], [token, token]);
    assert.notEqual(foreign.get('service-csrf-token'), token);
    assert.ok(!one.browser.cookie.includes(token));
    assertRefused(await call('GET /api/v1/csrf-token', { token: undefined }), 401, 'not_signed_in');
    assert.equal((await call('GET /api/v1/csrf-token')).status, 204);
  });

  test('sign-in.csrf.required', async () => {
    const { browser } = await signedIn({ permissions: ['SVC_GROUP_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT'] });
    const { cookie } = browser;
    const token = (await csrf(cookie)).get('service-csrf-token') ?? '';
    const other = await signedIn();
    const foreign = (await csrf(other.browser.cookie)).get('service-csrf-token') ?? '';
    const bodies = { 'POST /account/groups': {}, 'POST /orchestration/environments': { workspaceName: 'first' } };
    const routes = Object.keys(bodies) as (keyof typeof bodies)[];
    for (const route of routes)
      for (const wrong of [undefined, '', 'x', foreign, `${token}x`, tokenFor(browser)])
        await leavesNothing(
          server,
          route,
          {
            token: undefined,
            headers: { cookie, ...(wrong !== undefined && { 'service-csrf-token': wrong }) },
            body: { name: 'forged', ...bodies[route] },
          },
          403,
          'CSRF-TOKEN-2',
          'account_group',
          'environment',
        );
    for (const name of ['service-csrf-token', 'qlik-csrf-token'])
      for (const route of routes) {
        const answer = await call(route, {
          token: undefined,
          headers: { cookie, [name]: token },
          body: { name: `by ${name}`, ...bodies[route] },
        });
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
      }
    assert.equal((await me(cookie)).status, 200, 'a read needs none');
    assertRefused(
      await call('POST /account/personal-access-tokens', { token: undefined, headers: { cookie }, body: { name: 'forged' } }),
      403,
      'CSRF-TOKEN-2',
    );
  });
});
