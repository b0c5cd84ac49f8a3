import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import type { MadePerson } from './make.fixture.ts';

const server = await startTestServer();
const { count, make, platform, url } = server;
const { db } = platform;

async function signedIn(person?: MadePerson): Promise<{ person: MadePerson; browser: Browser }> {
  const one = person ?? (await make.person());
  const browser = new Browser(url, { 'user-agent': `Test <browser> of ${one.login}` });
  assert.equal((await browser.signIn(one.login, one.password)).status, 303);
  return { person: one, browser };
}
const FORMS = [
  '/account/password',
  '/account/sessions',
  '/account/second-factor',
  '/account/second-factor/confirm',
  '/account/second-factor/remove',
];

describe('the page of an account', () => {
  test('sign-in.account.own', async () => {
    const { person, browser } = await signedIn();
    await signedIn();
    const page = await browser.open('/account');
    assert.equal(page.status, 200);
    assert.ok(page.html.includes(`<dd>${person.login}</dd>`) && page.html.includes('<dd>Test User</dd>'));
    assert.equal(page.html.match(/Test &lt;browser&gt; of /g)?.length, 1, 'sessions of this person only');
    for (const path of ['/account', '/account/second-factor']) {
      const { status, location } = await new Browser(url).open(path);
      assert.deepEqual([status, location], [303, '/login?return_to=/account']);
    }
    for (const path of FORMS) assert.equal((await new Browser(url).post(path, {})).location, '/login?return_to=/account');
    const token = new Browser(url, { authorization: `Bearer ${person.token}` });
    assert.equal((await token.open('/account')).status, 303, 'a token is no session');
  });

  test('sign-in.form.forged: on the page of an account', async () => {
    const { person, browser } = await signedIn();
    const before = await count('sign_in_session', 'second_factor');
    for (const path of FORMS) {
      const fields = {
        present: person.password,
        confirmation: person.password,
        password: 'a new passphrase',
        repeated: 'a new passphrase',
        session: 'others',
      };
      assert.equal((await browser.post(path, fields)).status, 403, path);
    }
    assert.deepEqual(await count('sign_in_session', 'second_factor'), before);
    assert.equal((await new Browser(url).signIn(person.login, person.password)).status, 303);
  });

  test('each field has a label', async () => {
    const { browser } = await signedIn();
    const { html } = await browser.open('/account');
    const ids = [...html.matchAll(/<input [^>]*\bid="(\w+)"/g)].map(([, id = '']) => id);
    assert.deepEqual(ids, ['present', 'password', 'repeated', 'confirmation']);
    for (const id of ids) assert.ok(html.includes(`<label for="${id}">`));
  });
});

test('sign-in.account.password', async () => {
  const { person, browser } = await signedIn();
  const other = await signedIn(person);
  const page = await browser.open('/account');
  const change = (present: string, password: string, repeated = password) =>
    browser.send(page, { present, password, repeated }, '/account/password');
  for (const [answer, status, message] of [
    [await change('not the password', 'a new passphrase'), 403, /current password is wrong/],
    [await change(person.password, 'short'), 400, /too short: choose one with at least 12 characters/],
    [await change(person.password, `${person.login}@example.com`), 400, /is your login or your email address/],
    [await change(person.password, 'a new passphrase', 'another'), 400, /two passwords differ/],
  ] as const) {
    assert.equal(answer.status, status);
    assert.match(answer.alert ?? '', message);
  }
  assert.equal((await other.browser.open('/account')).status, 200, 'a refusal ends no session');
  assert.equal((await new Browser(url).signIn(person.login, person.password)).status, 303, 'and changes no password');
});

test('sign-in.account.password: the other sessions end', async () => {
  const { person, browser } = await signedIn();
  const other = await signedIn(person);
  const fields = { present: person.password, password: 'a new passphrase', repeated: 'a new passphrase' };
  const done = await browser.send(await browser.open('/account'), fields, '/account/password');
  assert.deepEqual([done.status, done.location], [303, '/account?done=password']);
  assert.match((await browser.open('/account?done=password')).html, /role="status">Your password is changed/);
  assert.equal((await other.browser.open('/account')).status, 303);
  assert.equal((await new Browser(url).signIn(person.login, person.password)).status, 403);
  assert.equal((await new Browser(url).signIn(person.login, 'a new passphrase')).status, 303);
});

test('tries of the present password are limited', async () => {
  const { person, browser } = await signedIn();
  const page = await browser.open('/account');
  const fields = { present: 'wrong', password: 'a new passphrase', repeated: 'a new passphrase' };
  const statuses = [];
  for (let number = 0; number < 11; number += 1) statuses.push((await browser.send(page, fields, '/account/password')).status);
  assert.deepEqual(statuses, [...Array<number>(10).fill(403), 429]);
  assert.equal(await db.reader.any(sql`select from sign_in_session where account_id = ${person.id}`), true);
});

test('sign-in.account.sessions', async () => {
  const { person, browser } = await signedIn();
  const [second, third, stranger] = [await signedIn(person), await signedIn(person), await signedIn()];
  const idOf = async ({ person: { id } }: { person: MadePerson }): Promise<string[]> =>
    (await platform.identity.sessions.list(db.reader, id)).map((row) => row.id);
  const page = await browser.open('/account');
  const formSessions = page.forms.filter(({ action }) => action === '/account/sessions').map(({ fields }) => fields['session'] ?? '');
  assert.deepEqual([formSessions.length, formSessions.at(-1)], [3, 'others']);
  const token = page.forms[0]?.fields['form_token'] ?? '';
  const end = (session: string) => browser.post('/account/sessions', { form_token: token, session });

  const [foreign = ''] = await idOf(stranger);
  for (const session of [foreign, crypto.randomUUID(), 'x', '', "' or true --"]) await end(session);
  assert.deepEqual([(await idOf({ person })).length, (await idOf(stranger)).length], [3, 1]);

  assert.equal((await end(formSessions[0] ?? '')).location, '/account?done=sessions');
  const open = async (one: Browser) => (await one.open('/account')).status;
  assert.deepEqual([await open(second.browser), await open(third.browser)].toSorted(), [200, 303]);
  await end('others');
  assert.deepEqual(
    [await open(browser), await open(second.browser), await open(third.browser), await open(stranger.browser)],
    [200, 303, 303, 200],
  );
});
