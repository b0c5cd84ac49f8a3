// run: own server because it sets MILLRACE_TRUSTED_PROXIES
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from '../../../core/base/addresses.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { budgetOf, type Budget } from './attempts.ts';

const server = await startTestServer({ MILLRACE_TRUSTED_PROXIES: '127.0.0.1' });
const { make, platform, url } = server;
const { db } = platform;

/** A browser at an address, as the proxy reports it. */
const at = (address: string): Browser => new Browser(url, { 'x-forwarded-for': address });
const tries = async (count: number, address: string, login: string): Promise<number[]> => {
  const browser = at(address);
  const statuses: number[] = [];
  for (let number = 0; number < count; number += 1) statuses.push((await browser.signIn(login, `wrong ${number}`)).status);
  return statuses;
};
/** Uses up a budget, without its many slow tries. */
const exhaust = ({ key, seconds }: Budget): Promise<unknown> =>
  db.writer.only(sql`update attempt_budget set full_at = now() + make_interval(secs => ${seconds}) where key = ${key} returning key`);

test('sign-in.attempts.limited', async () => {
  const { login, password } = await make.person();
  assert.deepEqual(await tries(12, '203.0.113.1', login), [...Array<number>(10).fill(403), 429, 429]);
  const refused = await at('203.0.113.1').signIn(login, password);
  assert.equal(refused.status, 429, 'the right password, too');
  assert.match(refused.alert ?? '', /^Too many tries\. Wait 2 minutes/);
  assert.equal(refused.headers.get('retry-after'), '90');
  assert.equal((await at('203.0.113.1').signIn('another login', 'x')).status, 403, 'another login at that address');
  assert.equal((await at('203.0.113.2').signIn(login, password)).status, 303, 'another address');
  await db.writer.rows(sql`update attempt_budget set full_at = full_at - interval '2 minutes'`);
  assert.equal((await at('203.0.113.1').signIn(login, password)).status, 303, 'after a while');
});

test('sign-in.attempts.limited: all logins at one address', async () => {
  const { login, password } = await make.person();
  await at('203.0.113.9').signIn('somebody', 'x');
  await exhaust(budgetOf(platform, 'address', '203.0.113.9'));
  assert.equal((await at('203.0.113.9').signIn(login, password)).status, 429);
  assert.equal((await at('203.0.113.10').signIn(login, password)).status, 303);
});

test('tries for an unknown login are limited like those for a known one', async () => {
  assert.deepEqual(await tries(11, '203.0.113.20', 'nobody at all'), [...Array<number>(10).fill(403), 429]);
});

test('sign-in.login.case', async () => {
  const { login, password } = await make.person();
  assert.equal((await at('203.0.113.60').signIn(login.toUpperCase(), password)).status, 303);
  assert.deepEqual(await tries(6, '203.0.113.61', login.toUpperCase()), Array<number>(6).fill(403));
  assert.deepEqual(await tries(5, '203.0.113.61', login), [403, 403, 403, 403, 429]);
});

test('right passwords use up no tries', async () => {
  const { login, password } = await make.person();
  for (let number = 0; number < 13; number += 1) assert.equal((await at('203.0.113.30').signIn(login, password)).status, 303);
});

test('simultaneous tries do not exceed the limit together', async () => {
  const { login } = await make.person();
  const pages = await Promise.all(
    Array.from({ length: 15 }, async () => {
      const browser = at('203.0.113.40');
      return { browser, page: await browser.open('/login') };
    }),
  );
  const answers = await Promise.all(pages.map(({ browser, page }) => browser.send(page, { login, password: 'wrong' })));
  assert.equal(answers.filter(({ status }) => status === 403).length, 10);
});

test('sign-in.attempts.strangers', async () => {
  const { login, password } = await make.person();
  assert.equal((await at('198.51.100.7').signIn(login, password)).status, 303, 'its usual address');
  assert.equal((await at('203.0.113.50').signIn(login, 'wrong')).status, 403);
  await exhaust(budgetOf(platform, 'login', login));
  assert.equal((await at('203.0.113.51').signIn(login, password)).status, 429, 'a new address, after many wrong tries');
  assert.equal((await at('198.51.100.7').signIn(login, password)).status, 303, 'a known address is not blocked');
});

test('all clients of an IPv6 network share a budget', async () => {
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(networkOf('2001:db8::6'), '2001:db8:0:0::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1');
  assert.equal(networkOf('unknown'), 'unknown');
  const { login } = await make.person();
  const statuses = [];
  for (let number = 0; number < 11; number += 1) statuses.push(...(await tries(1, `2001:db8:7:7::${number + 1}`, login)));
  assert.deepEqual(statuses, [...Array<number>(10).fill(403), 429]);
});

test('budgets that are full again and old addresses are removed', async () => {
  await db.writer.rows(sql`update attempt_budget set full_at = now() - interval '1 second'`);
  await db.writer.rows(sql`update known_address set last_used_at = now() - interval '91 days'`);
  await runTimer(platform, 'forget-sign-ins');
  assert.deepEqual(await server.count('attempt_budget', 'known_address'), { attempt_budget: 0, known_address: 0 });
});
