// run: own process, waiting, in test:all because it starts a browser
/** A person is invited, signs in, sets up a second factor, resets the password, and uses a provider: in Chromium, with the keyboard, without scripts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { codeAt, stepAt } from '../../src/features/accounts/sign-in/totp.ts';
import { sql } from '../../src/core/database/sql.ts';
import { findChromium, startChromium } from '../support/chromium.ts';
import { emailOf, startSingleSignOn, verified } from '../support/single-sign-on.ts';

const program = findChromium();
const skip = program === undefined && 'no Chromium on this machine';
const { provider, server } = await startSingleSignOn({ MILLRACE_ROLE: 'all' }, 'localhost');
const { call, make, platform, url } = server;

describe('the pages of signing in, in a browser', { skip, timeout: 120_000 }, () => {
  let tab: Awaited<ReturnType<typeof startChromium>>;
  let user: Awaited<ReturnType<typeof make.user>>;
  let secret = '';
  let recovery = '';
  before(async () => {
    tab = await startChromium(program ?? '');
    user = await make.user();
  });
  after(() => tab.stop());

  const alert = (): Promise<string> => tab.evaluate(`document.querySelector('[role=alert]')?.innerText ?? ''`);
  const linkOf = async (kind: 'invitation' | 'password-reset'): Promise<string> =>
    (await call(`POST /account/users/{id}/${kind}`, { path: { id: user.id } })).body.link;
  async function signIn(password: string): Promise<void> {
    await tab.open(`${url}/login?return_to=/account`);
    await tab.focused('login');
    await tab.type(user.login);
    await tab.fill('password', password);
    await tab.enter();
  }

  it('an invited person sets a password', async () => {
    await tab.open(await linkOf('invitation'));
    await tab.focused('password');
    await tab.type('too short');
    await tab.fill('repeated', 'too short');
    await tab.enter();
    assert.match(await alert(), /too short: choose one with at least 12 characters/);
    await tab.fill('password', 'the first passphrase');
    await tab.fill('repeated', 'the first passphrase');
    await tab.enter();
    assert.equal(await tab.path(), '/login?notice=password-set');
    assert.match(await tab.text(), /Your password is set\. Sign in with it\./);
  });

  it('shows a message after a wrong password, and signs in with the right one', async () => {
    await signIn('the wrong passphrase');
    assert.equal(await alert(), 'The login or the password is wrong.');
    await tab.focused('password');
    await tab.type('the first passphrase');
    await tab.enter();
    assert.equal(await tab.path(), '/account');
    assert.equal(await tab.evaluate('document.cookie'), '', 'no script sees the session');
    assert.ok((await tab.text()).includes(user.login));
  });

  it('has named fields and headings, and applies the style', async () => {
    const { nodes } = (await tab.send('Accessibility.getFullAXTree')) as {
      nodes: { role?: { value: string }; name?: { value: string } }[];
    };
    const named = nodes.filter(({ role }) => ['textbox', 'button', 'heading', 'link'].includes(role?.value ?? ''));
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter(({ name }) => !name?.value),
      [],
    );
    assert.equal(await tab.evaluate('document.documentElement.lang'), 'en');
    assert.equal(
      await tab.evaluate(`getComputedStyle(document.querySelector('section')).borderRadius`),
      '10px',
      'the content security policy allows the style',
    );
  });

  it('sets up a second factor', async () => {
    await tab.fill('confirmation', 'the first passphrase');
    await tab.enter();
    assert.equal(await tab.path(), '/account/second-factor');
    secret = /secret=([A-Z2-7]{32})/.exec(await tab.text())?.[1] ?? assert.fail('no secret');
    assert.equal(await tab.evaluate(`document.querySelector('svg.qr').getBoundingClientRect().width`), 192);
    await tab.focused('code');
    await tab.type(codeAt(secret, stepAt(new Date())));
    await tab.enter();
    recovery = /(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}/.exec(await tab.text())?.[0] ?? assert.fail('no recovery codes');
    await platform.db.writer.rows(sql`update second_factor set last_step = 0`);
  });

  it('signs out, and signs in by password and code', async () => {
    await tab.open(`${url}/account`);
    await tab.click('form[action="/logout"] button');
    assert.equal(await tab.path(), '/login?notice=signed-out');
    await signIn('the first passphrase');
    await tab.focused('code');
    await tab.type(codeAt(secret, stepAt(new Date())));
    await tab.enter();
    assert.equal(await tab.path(), '/account');
  });

  it('resets its password, which ends the session, and signs in with a recovery code', async () => {
    await tab.open(await linkOf('password-reset'));
    await tab.focused('password');
    await tab.type('the second passphrase');
    await tab.fill('repeated', 'the second passphrase');
    await tab.enter();
    assert.equal(await tab.path(), '/login?notice=password-set');
    await tab.open(`${url}/account`);
    assert.equal(await tab.path(), '/login?return_to=/account');
    await signIn('the second passphrase');
    await tab.focused('code');
    await tab.type(recovery);
    await tab.enter();
    assert.equal(await tab.path(), '/account');
    assert.match(await tab.text(), /9 recovery codes are left/);
  });

  it('ends another session by its button', async () => {
    await platform.sessions.begin(platform.db.writer, { account: user.id, address: '203.0.113.7', userAgent: 'Another browser' });
    await tab.open(`${url}/account`);
    assert.match(await tab.text(), /Another browser/);
    await tab.click('button[aria-label="End the session at 203.0.113.7"]');
    assert.match(await tab.text(), /The session has ended\./);
    assert.doesNotMatch(await tab.text(), /Another browser/);
  });

  it('signs in through its provider, which is another site', async () => {
    provider.people.set('person', verified(emailOf(user)));
    await tab.click('form[action="/logout"] button');
    await tab.open(`${url}/login?return_to=/account`);
    await tab.send('Network.enable');
    // The provider reads the name of the person from this header.
    await tab.send('Network.setExtraHTTPHeaders', { headers: { 'x-person': 'person' } });
    await tab.click('a.button');
    assert.equal(await tab.path(), '/account');
    assert.ok((await tab.text()).includes(user.login));
    assert.equal(await tab.evaluate('location.origin'), url);
  });
});
