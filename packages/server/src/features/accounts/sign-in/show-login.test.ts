import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { placeOfFactor, codeAt, stepAt } from './second-factor.ts';

const server = await startTestServer();
const { call, make, platform, url } = server;
const { db } = platform;
const REQUEST = '/oauth/authorize?client_id=a&state=it%27s+%22&scope=b';

const accountOf = async ({ cookie }: Browser): Promise<string> =>
  (await call('GET /account/me', { token: undefined, headers: { cookie } })).body.id;

test('sign-in.login.again', async () => {
  const [one, other] = [await make.person(), await make.person()];
  const browser = new Browser(url);
  await browser.signIn(one.login, one.password);
  assert.equal((await browser.open('/login?return_to=/docs')).location, '/docs');
  const shown = await browser.open(`/login?${new URLSearchParams({ prompt: 'login', return_to: '/docs', login_hint: other.login })}`);
  assert.equal(shown.status, 200);
  assert.equal(shown.forms[0]?.fields['login'], other.login);
  const wrong = await browser.send(shown, { password: 'the wrong passphrase' });
  assert.deepEqual([wrong.status, wrong.forms[0]?.fields['prompt'], await accountOf(browser)], [403, 'login', one.id]);
  assert.equal((await browser.send(wrong, { password: other.password })).location, '/docs');
  assert.equal(await accountOf(browser), other.id);
});

test('sign-in.login.again: the text of a hint is escaped and cut off', async () => {
  const { forms, html } = await new Browser(url).open(`/login?${new URLSearchParams({ login_hint: `"><script>${'x'.repeat(600)}` })}`);
  assert.ok(!html.includes('<script'));
  assert.equal(forms[0]?.fields['login'], `"><script>${'x'.repeat(502)}`);
});

test('sign-in.return.other-site', async () => {
  const { login, password } = await make.person();
  const browser = new Browser(url);
  const page = await browser.open(`/login?return_to=${encodeURIComponent(REQUEST)}`);
  const done = await browser.send(page, { login, password });
  assert.deepEqual([done.status, done.location, done.refreshAddress], [200, null, REQUEST]);
  assert.ok(browser.cookies.has('millrace_session'));
  assert.ok(done.html.includes(`<a href="${REQUEST.replaceAll('&', '&amp;')}">`), 'a link for browsers that do not refresh');
  assert.match(done.headers.get('content-security-policy') ?? '', /form-action 'self'/);
});

test('sign-in.return.other-site: after a second factor', async () => {
  const { id, login, password } = await make.person();
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await db.writer.rows(sql`
    insert into second_factor (account_id, secret, confirmed_at)
    values (${id}, ${platform.secrets.encrypt(secret, placeOfFactor(id))}, now())`);
  const browser = new Browser(url);
  const asked = await browser.send(await browser.open(`/login?return_to=${encodeURIComponent(REQUEST)}`), { login, password });
  const done = await browser.send(asked, { code: codeAt(secret, stepAt(new Date())) });
  assert.deepEqual([done.status, done.refreshAddress], [200, REQUEST]);
});
