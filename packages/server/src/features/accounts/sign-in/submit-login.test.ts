import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from '../../../core/database/sql.ts';
import { awayAndBack } from '../../../../test/support/database-away.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { budgetOf } from './attempts.ts';
import { HASH_PARAMETERS, PasswordHasher } from './passwords.ts';

// Without a worker: its queue prints errors while the database is unreachable.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, count, make, platform, url } = server;
const TABLES = ['sign_in_session', 'known_address'];
const WRONG = 'The login or the password is wrong.';

describe('signing in', () => {
  test('gives the browser a session, with which it may call the API', async () => {
    const { login, password, id } = await make.person({ permissions: ['SVC_OPERATOR'] });
    const browser = new Browser(url);
    const page = await browser.open('/login?return_to=/docs');
    assert.equal(page.status, 200);
    const done = await browser.send(page, { login: ` ${login} `, password });
    assert.deepEqual([done.status, done.location], [303, '/docs']);
    const { status, body } = await call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie } });
    assert.deepEqual([status, body.id, body.permissions], [200, id, ['SVC_OPERATOR']]);
    assert.deepEqual((await browser.open('/login?return_to=/account')).location, '/account', 'a person with a session is redirected');
  });

  test('sign-in.login.alike', async () => {
    const { login, password } = await make.person();
    const disabled = await make.person({ active: false });
    const without = await make.user();
    const service = await make.user({ type: 'SERVICE' });
    const before = await count(...TABLES);
    const answers = [];
    for (const [name, secret] of [
      ['nobody', password],
      [login, `${password}!`],
      [login, ''],
      [login, 'x'.repeat(10_000)],
      [`${login}x`, password],
      [disabled.login, disabled.password],
      [without.login, 'any password of any kind'],
      [service.login, 'any password of any kind'],
      ['', ''],
    ] as const) {
      const browser = new Browser(url);
      const answer = await browser.signIn(name, secret);
      assert.deepEqual([answer.status, answer.alert], [403, WRONG], name);
      assert.deepEqual([...browser.cookies.keys()], ['millrace_form']);
      answers.push(answer.html.replace(/value="[^"]*"/g, '').replaceAll(/ autofocus\S*/g, ''));
    }
    assert.equal(new Set(answers).size, 1);
    assert.deepEqual(await count(...TABLES), before);
  });

  test('the text of a page is escaped, and contains no password', async () => {
    const browser = new Browser(url);
    const { html } = await browser.signIn('"><script>alert(1)</script>', 'sesame-open-sesame');
    assert.ok(html.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'));
    assert.ok(!html.includes('<script') && !html.includes('sesame'));
  });

  test('a text that the database cannot store is refused', async () => {
    const answer = await new Browser(url).signIn('a\0b', 'some password or other');
    assert.equal(answer.status, 400);
    assert.match(answer.alert ?? '', /character that cannot be stored/);
  });

  test('sign-in.password.hash: a hash with other parameters is replaced', async () => {
    const { id, login, password } = await make.person();
    const old = await new PasswordHasher().hash(password, { ...HASH_PARAMETERS, memory: 4096 });
    await platform.db.writer.rows(sql`update account_password set hash = ${old} where account_id = ${id}`);
    assert.equal((await new Browser(url).signIn(login, `${password}?`)).status, 403);
    const stored = async () =>
      (await platform.db.reader.only<{ hash: string }>(sql`select hash from account_password where account_id = ${id}`)).hash;
    assert.equal(await stored(), old, 'a wrong password replaces nothing');
    assert.equal((await new Browser(url).signIn(login, password)).status, 303);
    assert.match(await stored(), /m=19456,t=2,p=1/);
    assert.equal((await new Browser(url).signIn(login, password)).status, 303);
  });

  test('if two tenants have the same login, the password decides', async () => {
    const [one, other] = [await make.person(), await make.person({ tenant: await make.otherTenant() })];
    await platform.db.writer.rows(sql`update account set login = ${one.login} where id = ${other.id}`);
    for (const { id, password } of [one, other]) {
      const browser = new Browser(url);
      await browser.signIn(one.login, password);
      assert.equal((await call('GET /account/me', { token: undefined, headers: { cookie: browser.cookie } })).body.id, id);
    }
  });

  test('two sign-ins at once give two sessions', async () => {
    const { id, login, password } = await make.person();
    const browsers = [new Browser(url), new Browser(url)];
    const answers = await Promise.all(browsers.map((browser) => browser.signIn(login, password)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    );
    assert.equal((await platform.identity.sessions.list(platform.db.reader, id)).length, 2);
  });

  test('a sign-in is refused while the database is unreachable, and works afterwards', async () => {
    const { login, password } = await make.person();
    const browser = new Browser(url);
    const page = await browser.open('/login');
    const before = await count(...TABLES);
    await awayAndBack(platform, async () => {
      const refused = await browser.send(page, { login, password });
      assert.deepEqual([refused.status, refused.headers.get('content-type')], [503, 'text/html; charset=utf-8']);
      assert.match(refused.alert ?? '', /database .*try again/i);
      assert.equal(refused.headers.get('retry-after'), '1');
    });
    assert.deepEqual(await count(...TABLES), before);
    assert.equal((await browser.send(page, { login, password })).status, 303);
  });

  test('a database that becomes unreachable while the password is checked leaves no session', async () => {
    const { id, login, password } = await make.person();
    // The check takes some seconds.
    const slow = await new PasswordHasher().hash(password, { ...HASH_PARAMETERS, passes: 60 });
    await platform.db.writer.rows(sql`update account_password set hash = ${slow} where account_id = ${id}`);
    const browser = new Browser(url);
    const page = await browser.open('/login');
    const { key } = budgetOf(platform, 'login', login);
    const pending = browser.send(page, { login, password });
    while (!(await platform.db.reader.any(sql`select from attempt_budget where key = ${key}`))) await wait(5);
    await awayAndBack(platform, async () => assert.equal((await pending).status, 503));
    assert.deepEqual(await platform.identity.sessions.list(platform.db.reader, id), []);
    assert.equal((await browser.signIn(login, password)).status, 303);
  });
});

describe('pages', () => {
  test('sign-in.page.policy', async () => {
    const { html, headers, status } = await new Browser(url).open('/login');
    assert.equal(status, 200);
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/); // prettier-ignore
    assert.deepEqual(
      ['referrer-policy', 'cache-control', 'x-content-type-options'].map((name) => headers.get(name)),
      ['no-referrer', 'no-store', 'nosniff'],
    );
    assert.match(html, /^<!doctype html>\n<html lang="en">/);
    assert.doesNotMatch(html, /<script|javascript:| on\w+=|style="/);
  });

  test('each field has a label', async () => {
    const { html } = await new Browser(url).open('/login');
    const fields = [...html.matchAll(/<input [^>]*\bid="(\w+)"/g)].map(([, id]) => id);
    assert.deepEqual(fields, ['login', 'password']);
    for (const id of fields) assert.ok(html.includes(`<label for="${id}">`));
  });

  test('sign-in.form.forged', async () => {
    const { login, password } = await make.person();
    const before = await count(...TABLES);
    const [browser, other] = [new Browser(url), new Browser(url)];
    const page = await browser.open('/login');
    const fields = { ...page.forms[0]?.fields, login, password };
    const foreign = (await other.open('/login')).forms[0]?.fields['form_token'] ?? '';
    const forged: [Record<string, string>, Record<string, string>?][] = [
      [{ login, password }],
      [{ ...fields, form_token: '' }],
      [{ ...fields, form_token: foreign }],
      [{ ...fields, form_token: `${page.forms[0]?.fields['form_token']}x` }],
      [fields, { 'sec-fetch-site': 'cross-site' }],
      [fields, { 'sec-fetch-site': 'same-site' }],
      [fields, { 'sec-fetch-site': 'none' }],
      [fields, { origin: 'https://evil.example' }],
      [fields, { origin: `${url}.evil.example` }],
      [fields, { cookie: '' }],
      [fields, { cookie: `${browser.cookie}; ${browser.cookie}` }],
    ];
    for (const [sent, headers] of forged) {
      const answer = await browser.post('/login', sent, headers);
      assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [403, null], JSON.stringify([sent, headers]));
      assert.match(answer.alert ?? '', /^This form .* Open the page again/);
    }
    const json = await fetch(`${url}/login`, {
      method: 'POST',
      body: JSON.stringify(fields),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(json.status, 403);
    assert.equal((await browser.post('/login', { ...fields, more: 'x'.repeat(20_000) })).status, 413);
    assert.deepEqual(await count(...TABLES), before);
    for (const headers of [{ origin: url }, { origin: 'null' }, { 'sec-fetch-site': 'same-origin', origin: 'null' }]) {
      const again = new Browser(url);
      assert.equal(
        (await again.send(await again.open('/login'), { login, password }, '/login', headers)).status,
        303,
        JSON.stringify(headers),
      );
    }
  });

  test('sign-in.return.own: after the sign-in', async () => {
    const { login, password } = await make.person();
    for (const [wanted, location] of [
      ['/account', '/account'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['https:evil.example', '/'],
      ['/.//evil.example', '/'],
    ] as const) {
      const browser = new Browser(url);
      const page = await browser.open(`/login?return_to=${encodeURIComponent(wanted)}`);
      assert.equal((await browser.send(page, { login, password })).location, location);
      const direct = new Browser(url);
      assert.equal((await direct.send(await direct.open('/login'), { login, password, return_to: wanted })).location, location);
    }
  });
});
