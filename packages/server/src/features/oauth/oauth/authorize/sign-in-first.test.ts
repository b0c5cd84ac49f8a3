// run: own server because it sets MILLRACE_TRUSTED_PROXIES
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../../core/database/sql.ts';
import { Browser, type SeenPage } from '../../../../../test/support/browser.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { authorizing, signInOf } from './authorizing.fixture.ts';

const server = await startTestServer({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1' });
const { call, make, platform, url } = server;
const { db } = platform;
const { client, trusted, path, signedIn, broughtBy, codeRow, makeOlder, assertChangesNothing, assertRefusedByRedirect } =
  authorizing(server);

describe('signing in first', () => {
  test('a person without a session signs in, and comes back to the request', async () => {
    const id = await trusted();
    const { login, password } = await make.person();
    const browser = new Browser(url);
    const target = path(id, { login_hint: login, unknown: 'x' });
    const sent = signInOf(await assertChangesNothing(() => browser.open(target)));
    assert.deepEqual([sent.get('login_hint'), sent.get('prompt')], [login, null]);
    const shown = await browser.open(`/login?${sent}`);
    assert.ok(shown.html.includes(`value="${login}"`));
    await browser.send(shown, { password });
    assert.ok(broughtBy(await browser.open(sent.get('return_to') ?? ''))['code']);
  });

  test('a disabled person, and a person whose session has ended, must sign in', async () => {
    const id = await trusted();
    const { person, browser } = await signedIn();
    await db.writer.rows(sql`update account set active = false where id = ${person.id}`);
    signInOf(await assertChangesNothing(() => browser.open(path(id))));
    await db.writer.rows(sql`update account set active = true where id = ${person.id}`);
    await makeOlder(person.id, 8 * 86_400);
    signInOf(await assertChangesNothing(() => browser.open(path(id))));
  });

  test('an address outside the IP allowlist is refused', async () => {
    const tenant = await make.otherTenant();
    const { token } = await make.user({ tenant, permissions: PERMISSIONS });
    const id = await client({ connectionConfig: { consentMethod: 'trusted' } }, token);
    const { browser } = await signedIn({ tenant });
    const outside = new Browser(url, { 'x-forwarded-for': '203.0.113.9' });
    for (const [name, value] of browser.cookies) outside.cookies.set(name, value);
    assert.ok(broughtBy(await outside.open(path(id)))['code']);
    const body = { enabled: true, ips: [{ description: 'Office', ip: '198.51.100.0/24' }] };
    assert.equal((await call('POST /security/ip-allowlist', { token, body })).status, 201);
    await assertRefusedByRedirect(outside, path(id), 'access_denied', /203\.0\.113\.9/);
  });
});

describe('signing in again', () => {
  /** Signs in at the page to which a request leads, and returns the answer to the request that follows. */
  async function again(browser: Browser, target: string, { login, password }: { login: string; password: string }): Promise<SeenPage> {
    const sent = signInOf(await browser.open(target));
    assert.equal(sent.get('prompt'), 'login');
    const shown = await browser.open(`/login?${sent}`);
    assert.equal(shown.status, 200, 'the form is shown although there is a session');
    assert.equal((await browser.send(shown, { login, password })).status, 200);
    return browser.open(sent.get('return_to') ?? '');
  }

  test('oauth.authorize.age', async () => {
    const id = await trusted();
    const { person, browser } = await signedIn();
    assert.ok(broughtBy(await browser.open(path(id, { max_age: '3600' })))['code']);
    await makeOlder(person.id, 3700);
    assert.ok(broughtBy(await browser.open(path(id, { max_age: '7200' })))['code']);
    const { code } = broughtBy(await again(browser, path(id, { max_age: '3600' }), person));
    assert.equal((await codeRow(code))?.age, 0, 'the code has the time of the new sign-in');
    assert.ok(broughtBy(await again(browser, path(id, { max_age: '0' }), person))['code'], 'also with 0, one sign-in is enough');
    await makeOlder(person.id, 3700);
    await assertRefusedByRedirect(browser, path(id, { max_age: '3600', prompt: 'none' }), 'login_required', /must sign in/);
  });

  test('oauth.authorize.prompt', async () => {
    const id = await trusted();
    const { person, browser } = await signedIn();
    await assertRefusedByRedirect(new Browser(url), path(id, { prompt: 'none' }), 'login_required', /must sign in/);
    assert.ok(broughtBy(await browser.open(path(id, { prompt: 'none' })))['code']);
    const { code } = broughtBy(await again(browser, path(id, { prompt: 'login' }), person));
    assert.equal((await codeRow(code))?.account_id, person.id);
    const asking = await client();
    await assertRefusedByRedirect(browser, path(asking, { prompt: 'none' }), 'consent_required', /asked for consent/);
    await assertRefusedByRedirect(browser, path(id, { prompt: 'none', max_age: '0' }), 'login_required', /must sign in/);
  });

  test('oauth.authorize.prompt: another person may sign in', async () => {
    const id = await trusted();
    const { browser } = await signedIn();
    const other = await make.person();
    const { code } = broughtBy(await again(browser, path(id, { prompt: 'login' }), other));
    assert.equal((await codeRow(code))?.account_id, other.id);
  });

  test('oauth.authorize.prompt: the form alone is not enough', async () => {
    const id = await trusted();
    const { browser } = await signedIn();
    const sent = signInOf(await browser.open(path(id, { prompt: 'login' })));
    signInOf(await assertChangesNothing(() => browser.open(sent.get('return_to') ?? '')));
  });
});
