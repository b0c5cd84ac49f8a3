import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { codeBudgets } from './attempts.ts';
import type { MadePerson } from './make.fixture.ts';
import { signedInPerson } from './signed-in.fixture.ts';
import { PasswordHasher } from './passwords.ts';
import { placeOfFactor, codeAt, stepAt } from './second-factor.ts';

const server = await startTestServer();
const { call, count, make, platform, url } = server;
const { db } = platform;
const REMOVE = 'DELETE /account/users/{id}/second-factor';
const SET_UP = '/account/second-factor';
const TABLES = ['sign_in_session', 'recovery_code', 'second_factor'];

const code = (secret: string, by = 0): string => codeAt(secret, stepAt(new Date()) + by);
const wrongFor = (secret: string): string =>
  ['000000', '111111', '222222', '333333'].find((one) => ![-2, -1, 0, 1, 2].some((by) => code(secret, by) === one)) ?? '';
/** Makes the codes of the current time step usable again. */
const resetLastStep = (id: string): Promise<unknown> =>
  db.writer.rows(sql`update second_factor set last_step = 0 where account_id = ${id}`);

type Factor = { person: MadePerson; browser: Browser; secret: string; codes: string[] };

const signedIn = (options: Parameters<typeof make.person>[0] = {}) => signedInPerson(server, options);

async function start({ person, browser }: { person: MadePerson; browser: Browser }): Promise<string> {
  const started = await browser.send(await browser.open('/account'), { confirmation: person.password }, SET_UP);
  assert.deepEqual([started.status, started.location], [303, SET_UP]);
  return /secret=([A-Z2-7]{32})&/.exec((await browser.open(SET_UP)).html)?.[1] ?? assert.fail('no secret');
}

async function withFactor(options: Parameters<typeof make.person>[0] = {}): Promise<Factor> {
  const { person, browser } = await signedIn(options);
  const secret = await start({ person, browser });
  const page = await browser.send(await browser.open(SET_UP), { code: code(secret) });
  assert.equal(page.status, 200, page.alert);
  await resetLastStep(person.id);
  return {
    person,
    browser,
    secret,
    codes: [...page.html.matchAll(/<code>((?:[A-Z2-7]{4}-){3}[A-Z2-7]{4})<\/code>/g)].map(([, one = '']) => one),
  };
}

/** Signs in with the password, and stops at the form of the code. */
async function openCodeForm({ login, password }: MadePerson) {
  const browser = new Browser(url);
  return { browser, page: await browser.signIn(login, password) };
}

describe('setting up a second factor', () => {
  test('sign-in.factor.confirmed', async () => {
    const { person, browser } = await signedIn();
    const secret = await start({ person, browser });
    assert.equal((await new Browser(url).signIn(person.login, person.password)).status, 303, 'an unconfirmed factor is not required');
    const before = await count(...TABLES);
    const page = await browser.open(SET_UP);
    for (const wrong of [wrongFor(secret), '', 'x'.repeat(400)]) {
      const refused = await browser.send(page, { code: wrong });
      assert.equal(refused.status, 403);
      assert.match(refused.alert ?? '', /^The code is wrong\./);
    }
    assert.deepEqual(await count(...TABLES), before);
    const other = new Browser(url);
    await other.signIn(person.login, person.password);
    assert.equal((await browser.send(page, { code: code(secret) })).status, 200);
    assert.equal((await new Browser(url).signIn(person.login, person.password)).forms[0]?.action, '/login/code');
    assert.equal((await other.open('/account')).status, 303, 'other sessions end');
    assert.equal((await browser.open('/account')).status, 200);
    assert.equal((await browser.open(SET_UP)).location, '/account', 'the secret is not shown again');
  });

  test('needs the password', async () => {
    const { browser } = await signedIn();
    const before = await count(...TABLES);
    const refused = await browser.send(await browser.open('/account'), { confirmation: 'not the password' }, SET_UP);
    assert.deepEqual([refused.status, refused.alert], [403, 'The current password is wrong.']);
    assert.deepEqual(await count(...TABLES), before);
  });

  test('shows the secret as an address, a key and a QR code, and stores it encrypted', async () => {
    const { person, browser } = await signedIn();
    const secret = await start({ person, browser });
    const { html } = await browser.open(SET_UP);
    assert.ok(html.includes(secret.match(/.{4}/g)?.join(' ') ?? ''));
    assert.ok(/<svg\s+class="qr"\s+viewBox="0 0 (\d+) \1"\s+role="img"/.test(html));
    assert.ok(html.includes('<path d="M2 2h1v1h-1z'), 'the corner of a QR code');
    const row = await db.reader.only<{ text: string; secret: Buffer }>(sql`
      select f::text as text, f.secret
      from second_factor f
      where f.account_id = ${person.id}`);
    assert.ok(!row.text.includes(secret) && !row.text.includes(Buffer.from(secret).toString('hex')));
    assert.equal(platform.secrets.decrypt(row.secret, placeOfFactor(person.id)), secret);
  });

  test('sign-in.factor.recovery', async () => {
    const { person, codes, browser } = await withFactor();
    assert.equal(new Set(codes).size, 10);
    const rows = await db.reader.rows<{ text: string }>(sql`select c::text as text from recovery_code c where c.account_id = ${person.id}`);
    assert.equal(rows.length, 10);
    assert.ok(!rows.some(({ text }) => codes.some((one) => text.includes(one) || text.includes(Buffer.from(one).toString('hex')))));
    assert.match((await browser.open('/account')).html, /10 recovery codes are left/);
  });
});

describe('signing in with a second factor', () => {
  test('sign-in.factor.required', async () => {
    const { person, secret } = await withFactor();
    const before = await count(...TABLES);
    const { browser, page } = await openCodeForm(person);
    assert.deepEqual([page.status, browser.cookies.has('millrace_session')], [200, false]);
    for (const wrong of [wrongFor(secret), '', 'AAAA-AAAA-AAAA-AAAA']) {
      const refused = await browser.send(page, { code: wrong });
      assert.deepEqual([refused.status, refused.alert], [403, 'The code is wrong, or was used before.']);
    }
    assert.equal(
      (await new Browser(url).signIn(person.login, 'not the password')).status,
      403,
      'the code is asked for after the password only',
    );
    assert.deepEqual(await count(...TABLES), before);
    const right = await browser.send(page, { code: ` ${code(secret).slice(0, 3)} ${code(secret).slice(3)} ` });
    assert.deepEqual([right.status, right.location], [303, '/']);
    assert.equal((await call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie } })).body.id, person.id);
  });

  test('sign-in.factor.once', async () => {
    const { person, secret, codes } = await withFactor();
    const [one, other] = [await openCodeForm(person), await openCodeForm(person)];
    const now = code(secret);
    const answers = await Promise.all([one, other].map(({ browser, page }) => browser.send(page, { code: now })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 403], 'one code, twice at once');
    const third = await openCodeForm(person);
    assert.equal((await third.browser.send(third.page, { code: now })).status, 403);
    assert.equal((await third.browser.send(third.page, { code: code(secret, -1) })).status, 403, 'an earlier code');
    const recovery = codes[0] ?? '';
    const [fourth, fifth] = [await openCodeForm(person), await openCodeForm(person)];
    assert.equal((await fourth.browser.send(fourth.page, { code: recovery.toLowerCase().replaceAll('-', ' ') })).status, 303);
    assert.equal((await fifth.browser.send(fifth.page, { code: recovery })).status, 403);
    assert.equal((await fifth.browser.send(fifth.page, { code: codes[1] ?? '' })).status, 303);
  });

  test('tries of codes are limited', async () => {
    const { person, secret } = await withFactor();
    const { browser, page } = await openCodeForm(person);
    const statuses = [];
    for (let number = 0; number < 6; number += 1) statuses.push((await browser.send(page, { code: wrongFor(secret) })).status);
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429]);
    const refused = await browser.send(page, { code: code(secret) });
    assert.equal(refused.status, 429);
    assert.match(refused.alert ?? '', /Too many tries/);
  });

  test('sign-in.attempts.strangers: wrong codes elsewhere', async () => {
    const { person, secret } = await withFactor();
    const [, elsewhere] = codeBudgets(platform, person.id, 'anywhere', false);
    await db.writer.rows(sql`insert into attempt_budget (key, full_at) values (${elsewhere?.key}, now() + interval '1 day')`);
    const { browser, page } = await openCodeForm(person);
    await db.writer.rows(sql`delete from known_address where account_id = ${person.id}`);
    assert.equal((await browser.send(page, { code: code(secret) })).status, 429, 'a new address, after many wrong codes');
    await db.writer.rows(sql`insert into known_address (account_id, address) values (${person.id}, '127.0.0.1')`);
    assert.equal((await browser.send(page, { code: code(secret) })).status, 303, 'a known address is not blocked');
  });

  test('the sign-in begins again after a change of the password between the two forms, and for a changed or an old form', async () => {
    const { person, secret } = await withFactor();
    const { browser, page } = await openCodeForm(person);
    const step = page.forms[0]?.fields['step'] ?? '';
    const changed = `${step.slice(0, 40)}${step[40] === 'A' ? 'B' : 'A'}${step.slice(41)}`;
    for (const wrong of ['', step.slice(0, -2), changed]) {
      const answer = await browser.send(page, { code: code(secret), step: wrong });
      assert.deepEqual([answer.status, answer.location], [303, '/login?notice=again']);
    }
    const other = await openCodeForm(await withFactor().then((one) => one.person));
    assert.equal((await other.browser.send(other.page, { code: code(secret) })).status, 403, 'the code of another person');
    await db.writer.rows(
      sql`update account_password set hash = ${await new PasswordHasher().hash('another passphrase')} where account_id = ${person.id}`,
    );
    assert.equal((await browser.send(page, { code: code(secret) })).location, '/login?notice=again');
    assert.match((await browser.open('/login?notice=again')).html, /Sign in again/);
  });
});

describe('removing a second factor', () => {
  test('needs the password of the person', async () => {
    const { person, browser } = await withFactor();
    const page = await browser.open('/account');
    const before = await count(...TABLES);
    const refused = await browser.send(page, { confirmation: 'not the password' }, `${SET_UP}/remove`);
    assert.deepEqual([refused.status, await count(...TABLES)], [403, before]);
    assert.equal((await browser.send(page, { confirmation: person.password }, `${SET_UP}/remove`)).location, '/account?done=factor');
    assert.equal((await new Browser(url).signIn(person.login, person.password)).status, 303);
  });

  test('sign-in.factor.permission', async () => {
    const { person } = await withFactor();
    const path = { id: person.id };
    await leavesNothing(server, REMOVE, { path, token: undefined }, 401, 'not_signed_in', ...TABLES);
    await leavesNothing(server, REMOVE, { path, token: person.token }, 403, 'forbidden', ...TABLES);
    const foreign = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_USER_MANAGEMENT'] });
    await leavesNothing(server, REMOVE, { path, token: foreign.token }, 404, 'not_found', ...TABLES);
    const manager = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
    assert.equal((await call(REMOVE, { path, token: manager.token })).status, 204);
    assert.equal((await new Browser(url).signIn(person.login, person.password)).status, 303);
    assertRefused(await call(REMOVE, { path }), 404, 'not_found');
  });

  test('sign-in.link.no-escalation: of a second factor', async () => {
    const { person } = await withFactor({ permissions: ['SVC_OPERATOR'] });
    const manager = await make.user({ permissions: ['SVC_USER_MANAGEMENT'] });
    const sent = { path: { id: person.id }, token: manager.token };
    await leavesNothing(server, REMOVE, sent, 403, 'user_has_more_permissions', ...TABLES);
  });

  test('sign-in.factor.none', async () => {
    const { person, browser } = await signedIn();
    await leavesNothing(server, REMOVE, { path: { id: person.id } }, 404, 'not_found', ...TABLES);
    await start({ person, browser });
    await leavesNothing(server, REMOVE, { path: { id: person.id } }, 404, 'not_found', ...TABLES);
  });
});
