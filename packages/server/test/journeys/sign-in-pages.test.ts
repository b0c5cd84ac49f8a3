// run: own process, waiting, browser, in test:all because it starts a browser
/** A person is invited, signs in, sets up a second factor, resets the password, and uses a provider: in Chromium, with the keyboard, without scripts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { codeAt, stepAt } from '../../src/features/accounts/sign-in/second-factor.ts';
import { sql } from '../../src/core/database/sql.ts';
import { closeBrowser, openContext, skipsBrowserTests, type Page } from '../support/chromium.ts';
import { emailOf, startSingleSignOn, verified } from '../support/single-sign-on.ts';

const { provider, server } = await startSingleSignOn({ MILLRACE_ROLE: 'all' }, 'localhost');
const { call, make, platform, url } = server;

describe('the pages of signing in, in a browser', { skip: skipsBrowserTests, timeout: 120_000 }, () => {
  let page: Page;
  let user: Awaited<ReturnType<typeof make.user>>;
  let secret = '';
  let recovery = '';
  before(async () => {
    page = await (await openContext({ baseURL: url, javaScriptEnabled: false })).newPage();
    user = await make.user();
  });
  after(closeBrowser);

  const alerts = (words: RegExp): Promise<void> => page.getByRole('alert').filter({ hasText: words }).waitFor();
  const shows = (words: string | RegExp): Promise<void> => page.getByText(words).first().waitFor();
  const reaches = (path: string): Promise<void> => page.waitForURL((address) => address.pathname + address.search === path);
  const linkOf = async (kind: 'invitation' | 'password-reset'): Promise<string> =>
    (await call(`POST /account/users/{id}/${kind}`, { path: { id: user.id } })).body.link;
  /** Types into a field that gets the focus when its page is loaded. */
  async function typeInto(id: string, text: string): Promise<void> {
    await page.locator(`#${id}:focus`).waitFor();
    await page.keyboard.type(text);
  }
  async function signIn(password: string): Promise<void> {
    await page.goto('/login?return_to=/account');
    await typeInto('login', user.login);
    await page.locator('#password').fill(password);
    await page.keyboard.press('Enter');
  }

  it('an invited person sets a password', async () => {
    await page.goto(await linkOf('invitation'));
    await typeInto('password', 'too short');
    await page.locator('#repeated').fill('too short');
    await page.keyboard.press('Enter');
    await alerts(/too short: choose one with at least 12 characters/);
    await page.locator('#password').fill('the first passphrase');
    await page.locator('#repeated').fill('the first passphrase');
    await page.keyboard.press('Enter');
    await reaches('/login?notice=password-set');
    await shows(/Your password is set\. Sign in with it\./);
  });

  it('shows a message after a wrong password, and signs in with the right one', async () => {
    await signIn('the wrong passphrase');
    await alerts(/^The login or the password is wrong\.$/);
    await typeInto('password', 'the first passphrase');
    await page.keyboard.press('Enter');
    await reaches('/account');
    assert.equal(await page.evaluate('document.cookie'), '', 'no script sees the session');
    await shows(user.login);
  });

  it('has named fields and headings, and applies the style', async () => {
    // One line for each element, such as: - button "Sign out"
    const lines = (await page.locator('body').ariaSnapshot()).split('\n');
    const named = lines.filter((line) => /^\s*- (?:textbox|button|heading|link)\b/.test(line));
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((line) => !/^\s*- \w+ "./.test(line)),
      [],
    );
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    const radius = await page.evaluate(`getComputedStyle(document.querySelector('section')).borderRadius`);
    assert.equal(radius, '8px', 'the content security policy allows the style');
  });

  it('sets up a second factor', async () => {
    await page.locator('#confirmation').fill('the first passphrase');
    await page.keyboard.press('Enter');
    await reaches('/account/second-factor');
    secret = /secret=([A-Z2-7]{32})/.exec(await page.innerText('body'))?.[1] ?? assert.fail('no secret');
    assert.equal((await page.locator('svg.qr').boundingBox())?.width, 192);
    await typeInto('code', codeAt(secret, stepAt(new Date())));
    await page.keyboard.press('Enter');
    const code = /(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}/;
    await shows(code);
    recovery = code.exec(await page.innerText('body'))?.[0] ?? assert.fail('no recovery codes');
    await platform.db.writer.rows(sql`update second_factor set last_step = 0`);
  });

  it('signs out, and signs in by password and code', async () => {
    await page.goto('/account');
    await page.locator('form[action="/logout"] button').click();
    await reaches('/login?notice=signed-out');
    await signIn('the first passphrase');
    await typeInto('code', codeAt(secret, stepAt(new Date())));
    await page.keyboard.press('Enter');
    await reaches('/account');
  });

  it('resets its password, which ends the session, and signs in with a recovery code', async () => {
    await page.goto(await linkOf('password-reset'));
    await typeInto('password', 'the second passphrase');
    await page.locator('#repeated').fill('the second passphrase');
    await page.keyboard.press('Enter');
    await reaches('/login?notice=password-set');
    await page.goto('/account');
    await reaches('/login?return_to=/account');
    await signIn('the second passphrase');
    await typeInto('code', recovery);
    await page.keyboard.press('Enter');
    await reaches('/account');
    await shows(/9 recovery codes are left/);
  });

  it('ends another session by its button', async () => {
    await platform.identity.sessions.begin(platform.db.writer, { account: user.id, address: '203.0.113.7', userAgent: 'Another browser' });
    await page.goto('/account');
    await shows(/Another browser/);
    await page.locator('button[aria-label="End the session at 203.0.113.7"]').click();
    await shows(/The session has ended\./);
    assert.doesNotMatch(await page.innerText('body'), /Another browser/);
  });

  it('signs in through its provider, which is another site', async () => {
    provider.people.set('person', verified(emailOf(user)));
    await page.locator('form[action="/logout"] button').click();
    await reaches('/login?notice=signed-out');
    await page.goto('/login?return_to=/account');
    // The provider reads the name of the person from this header.
    await page.setExtraHTTPHeaders({ 'x-person': 'person' });
    await page.locator('a.button').click();
    await reaches('/account');
    await shows(user.login);
    assert.equal(new URL(page.url()).origin, url);
  });
});
