import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { Browser, type SeenPage } from '../../../../test/support/browser.ts';
import { awayAndBack } from '../../../../test/support/database-away.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

// Without a worker: its queue prints errors while the database is unreachable.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, count, make, platform, url } = server;
const { db } = platform;
const TABLES = ['account_password', 'password_link', 'known_address'];

const pathOf = (link: string): string => link.slice(url.length);
const inviteTo = async (id: string): Promise<string> =>
  pathOf((await call('POST /account/users/{id}/invitation', { path: { id } })).body.link);
const resetOf = async (id: string): Promise<string> =>
  pathOf((await call('POST /account/users/{id}/password-reset', { path: { id } })).body.link);
async function set(path: string, password: string, repeated = password, browser = new Browser(url)): Promise<SeenPage> {
  const page = await browser.open(path);
  return page.status === 200 ? browser.send(page, { password, repeated }) : page;
}
const INVALID = /It has expired, was used before, or is incomplete\./;

describe('a link', () => {
  test('sign-in.link.once', async () => {
    const user = await make.user();
    const link = await inviteTo(user.id);
    const other = await inviteTo(user.id);
    const page = await new Browser(url).open(link);
    assert.match(page.html, new RegExp(`value="${user.login}"`));
    assert.ok((await new Browser(url).open(link)).status === 200, 'opening a link does not use it up');
    const done = await set(link, 'a first passphrase');
    assert.deepEqual([done.status, done.location], [303, '/login?notice=password-set']);
    for (const used of [link, other]) {
      const again = await set(used, 'another passphrase');
      assert.equal(again.status, 404);
      assert.match(again.html, INVALID);
    }
    const browser = new Browser(url);
    assert.equal((await browser.signIn(user.login, 'a first passphrase')).status, 303);

    const reset = await resetOf(user.id);
    assert.equal((await new Browser(url).signIn(user.login, 'a first passphrase')).status, 303, 'the old password works until then');
    assert.equal((await set(reset, 'another passphrase')).status, 303);
    assert.equal((await new Browser(url).signIn(user.login, 'a first passphrase')).status, 403);
    assertRefused(await call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie } }), 401, 'not_signed_in');
  });

  test('sign-in.link.once: its lifetime', async () => {
    for (const [linkTo, minutes] of [
      [inviteTo, 72 * 60],
      [resetOf, 60],
    ] as const) {
      const { id } = await make.user();
      const link = await linkTo(id);
      const age = (by: number): Promise<unknown> =>
        db.writer.rows(sql`update password_link set expires_at = expires_at - make_interval(mins => ${by}) where account_id = ${id}`);
      await age(minutes - 1);
      const page = await new Browser(url).open(link);
      assert.equal(page.status, 200);
      await age(1);
      const before = await count(...TABLES);
      assert.equal((await set(link, 'a new passphrase')).status, 404);
      assert.deepEqual(await count(...TABLES), before);
    }
  });

  test('expires between its page and its form', async () => {
    const { id } = await make.user();
    const browser = new Browser(url);
    const page = await browser.open(await inviteTo(id));
    await db.writer.rows(sql`update password_link set expires_at = now() where account_id = ${id}`);
    const before = await count(...TABLES);
    assert.equal((await browser.send(page, { password: 'a new passphrase', repeated: 'a new passphrase' })).status, 404);
    assert.deepEqual(await count(...TABLES), before);
  });

  test('a cut, changed or foreign token opens nothing', async () => {
    const { id, token } = await make.user();
    const link = await inviteTo(id);
    const secret = link.split('=')[1] ?? '';
    const flipped = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A');
    for (const wrong of ['', secret.slice(0, -1), secret.slice(4), `${secret}x`, flipped, token, '%00', "' or true --"]) {
      const answer = await new Browser(url).open(`/set-password?token=${encodeURIComponent(wrong)}`);
      assert.equal(answer.status, 404, wrong);
      assert.match(answer.html, INVALID);
    }
    assert.equal((await new Browser(url).open('/set-password')).status, 404);
  });

  test('is stored as a hash', async () => {
    const { id } = await make.user();
    const link = await inviteTo(id);
    const secret = link.split('=')[1] ?? '';
    const [stored] = await db.reader.rows<{ text: string; hash: Buffer }>(sql`
      select l::text as text, l.hash
      from password_link l
      where l.account_id = ${id}`);
    assert.deepEqual(stored?.hash, platform.identity.tokens.hash(secret));
    assert.ok(!stored?.text.includes(secret.slice(4)));
  });

  test('of a person that was disabled works no more', async () => {
    const { id } = await make.user();
    const link = await inviteTo(id);
    const browser = new Browser(url);
    const page = await browser.open(link);
    await db.writer.rows(sql`update account set active = false where id = ${id}`);
    assert.equal((await set(link, 'a new passphrase')).status, 404);
    assert.equal((await browser.send(page, { password: 'a new passphrase', repeated: 'a new passphrase' })).status, 404);
    assert.equal(await db.reader.any(sql`select from account_password where account_id = ${id}`), false);
  });

  test('that is used twice at once sets one password', async () => {
    const { id, login } = await make.user();
    const link = await inviteTo(id);
    const passwords = ['the first passphrase', 'the other passphrase'];
    const answers = await Promise.all(passwords.map((password) => set(link, password)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 404]);
    const statuses = await Promise.all(passwords.map(async (password) => (await new Browser(url).signIn(login, password)).status));
    assert.deepEqual(
      statuses,
      answers.map(({ status }) => (status === 303 ? 303 : 403)),
    );
  });
});

describe('a new password', () => {
  test('sign-in.password.rules: on the page of a link', async () => {
    const { id, login } = await make.user();
    const link = await inviteTo(id);
    const before = await count(...TABLES);
    for (const [password, repeated, message] of [
      ['short', 'short', /too short: choose one with at least 12 characters/],
      ['x'.repeat(257), 'x'.repeat(257), /at most 256/],
      [`${login}@example.com`, `${login}@example.com`, /is your login or your email address/],
      ['a new passphrase', 'a new passphrasf', /two passwords differ/],
      ['', '', /too short: choose one with at least 12 characters/],
    ] as const) {
      const answer = await set(link, password, repeated);
      assert.equal(answer.status, 400);
      assert.match(answer.alert ?? '', message);
      assert.ok(password === '' || !answer.html.includes(`"${password}"`));
    }
    assert.deepEqual(await count(...TABLES), before);
    assert.equal((await set(link, 'a new passphrase')).status, 303, 'a refused password does not use the link up');
  });

  test('sign-in.form.forged: on the page of a link', async () => {
    const { id } = await make.user();
    const link = await inviteTo(id);
    const token = link.split('=')[1] ?? '';
    const before = await count(...TABLES);
    const fields = { token, password: 'a new passphrase', repeated: 'a new passphrase' };
    assert.equal((await new Browser(url).post('/set-password', fields)).status, 403);
    assert.deepEqual(await count(...TABLES), before);
  });

  test('without the database nothing is set, and the link stays', async () => {
    const { id } = await make.user();
    const browser = new Browser(url);
    const page = await browser.open(await inviteTo(id));
    const fields = { password: 'a new passphrase', repeated: 'a new passphrase' };
    await awayAndBack(platform, async () => assert.equal((await browser.send(page, fields)).status, 503));
    assert.equal((await browser.send(page, fields)).status, 303);
  });
});
