import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { Browser } from '../../../../test/support/browser.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { entry, LIST, startProxiedServer } from './allowlist.fixture.ts';

const server = await startProxiedServer();
const { call, make, from, platform } = server;
const HERE = '203.0.113.7';
const ME = 'GET /account/me';

const allow = async (...ips: string[]): Promise<{ id: string }[]> => {
  const answer = await call(`POST ${LIST}`, { body: { enabled: true, ips: ips.map((ip) => entry(ip)) } });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.ips;
};
const passes = async (address: string, passed: boolean): Promise<void> => {
  const answer = await from(address, ME);
  if (passed) assert.equal(answer.status, 200, address);
  else assertRefused(answer, 403, 'address_refused');
};

afterEach(async () => assert.equal((await call(`DELETE ${LIST}`)).status, 204));

test('ip-allowlist.create.enabled', async () => {
  await passes(HERE, true);
  await allow('198.51.100.0/24', '2001:db8::/32');
  await passes(HERE, false);
  for (const address of ['198.51.100.0', '198.51.100.255', '2001:db8:ffff::1']) await passes(address, true);
  for (const address of ['198.51.99.255', '198.51.101.0', '2001:db9::', '::1:0', '0.0.0.0', 'unknown', '', 'nonsense, 198.51.100.1x'])
    await passes(address, false);
});

test('ip-allowlist.enable.effect', async () => {
  await allow('198.51.100.1');
  await passes(HERE, false);
  await call(`PATCH ${LIST}`, { body: { enabled: false } });
  await passes(HERE, true);
  await call(`PATCH ${LIST}`, { body: { enabled: true } });
  await passes(HERE, false);
  await call(`POST ${LIST}/ips`, { body: [entry('203.0.113.0/24')] });
  await passes(HERE, true);
});

test('ip-allowlist.delete.effect', async () => {
  await allow('198.51.100.1');
  await passes(HERE, false);
  await call(`DELETE ${LIST}`);
  await passes(HERE, true);
});

test('ip-allowlist.remove.effect', async () => {
  const [first] = await allow(HERE, '198.51.100.1');
  await passes(HERE, true);
  assert.equal((await from('198.51.100.1', `DELETE ${LIST}/ips/{ipEntryId}`, { path: { ipEntryId: first?.id ?? '' } })).status, 204);
  await passes(HERE, false);
});

test('ip-allowlist.address.mapped', async () => {
  await allow('10.0.0.0/8', '::ffff:192.0.2.0/120', '::ffff:c633:6401');
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::ffff:0a01:0203', '192.0.2.9', '::ffff:192.0.2.9', '198.51.100.1'])
    await passes(address, true);
  for (const address of ['::ffff:11.0.0.1', '::10.1.2.3', '192.0.3.1']) await passes(address, false);
});

test('ip-allowlist.enforce.first', async () => {
  await allow('198.51.100.1');
  const { token } = await make.user();
  const refused = (sent: Promise<Answer>) => sent.then((answer) => assertRefused(answer, 403, 'address_refused'));
  // The permission, and the form and size of the body, are not checked.
  await refused(from(HERE, 'POST /account/service-accounts', { token, body: { name: 7 } }));
  await refused(from(HERE, 'POST /orchestration/environments', { text: '{' }));
  await refused(from(HERE, 'GET /account/groups/{id}', { path: { id: 'none' } }));
  assertRefused(await from(HERE, ME, { token: 'mrp_wrong' }), 401, 'not_signed_in');
  const other = await make.user({ tenant: await make.otherTenant() });
  assert.equal((await from(HERE, ME, { token: other.token })).status, 200);
});

test('ip-allowlist.enforce.callers', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  await allow('198.51.100.1');
  assert.equal((await call(ME)).status, 200, 'a client on this machine');
  await call('POST /processing/executions', { body: { executable: task.id } });
  assert.ok((await engine.claimOne()).executionId);
  assert.equal((await from(HERE, 'GET /.well-known/jwks.json', { token: undefined })).status, 200);
});

test('ip-allowlist.enforce.token', async () => {
  const account = (await call('POST /account/service-accounts', { body: { name: crypto.randomUUID(), permissions: [] } })).body;
  const authorization = `Basic ${Buffer.from(`${account.id}:${account.secret}`).toString('base64')}`;
  const request = (address: string) =>
    from(address, 'POST /security/oauth/token', {
      token: undefined,
      headers: { authorization },
      body: { grant_type: 'client_credentials', audience: 'x' },
    });
  const token = (await request(HERE)).body.access_token;
  assert.equal((await from(HERE, ME, { token })).status, 200);
  await allow('198.51.100.1');
  assertRefused(await request(HERE), 403, 'address_refused');
  assertRefused(await from(HERE, ME, { token }), 403, 'address_refused');
  assert.deepEqual([(await request('198.51.100.1')).status, (await from('198.51.100.1', ME, { token })).status], [200, 200]);
});

test('ip-allowlist.enforce.first: pages', async () => {
  const person = await make.person();
  const near = new Browser(server.url, { 'x-forwarded-for': '198.51.100.1' });
  assert.equal((await near.signIn(person.login, person.password)).status, 303);
  await allow('198.51.100.1');
  assert.equal((await near.open('/account')).status, 200);
  const far = new Browser(server.url, { 'x-forwarded-for': HERE });
  const refused = await far.signIn(person.login, person.password);
  assert.deepEqual([refused.status, refused.html.includes(HERE), far.cookies.has('millrace_session')], [403, true, false]);
  assert.deepEqual(await server.count('sign_in_session'), { sign_in_session: 1 });
  assert.equal((await near.open('/account', { 'x-forwarded-for': HERE })).status, 403);
});

test('ip-allowlist.enforce.proxies', async () => {
  const direct = await startTestServer();
  assert.equal((await direct.call(`POST ${LIST}`, { body: { enabled: true, ips: [entry('198.51.100.1')] } })).status, 201);
  const forwarded = (headers: Record<string, string>) => direct.call(ME, { headers });
  // The header of an unknown proxy gives no address, and a client of it does not count as a client on this machine.
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
    assertRefused(await forwarded({ [name]: name === 'forwarded' ? 'for=198.51.100.1' : '198.51.100.1' }), 403, 'address_refused');
  assert.equal((await direct.call(ME)).status, 200);

  await allow('198.51.100.1');
  await passes('203.0.113.7, 198.51.100.1', true);
  await passes('198.51.100.1, 203.0.113.7', false);
  await passes('203.0.113.7, 198.51.100.1, 127.0.0.1', true);
  for (const address of ['198.51.100.1:443', '[::ffff:198.51.100.1]:443']) await passes(address, true);
});

test('ip-allowlist.observations.week', async () => {
  const user = await make.user();
  const other = await make.user({ tenant: await make.otherTenant() });
  for (const address of [HERE, '198.51.100.1', '2001:db8::1', '::ffff:203.0.113.7']) await from(address, ME, { token: user.token });
  await from(HERE, ME, { token: other.token });
  const observations = async (): Promise<string[]> => {
    await runTimer(platform, 'store-addresses');
    const { body } = await call(`GET ${LIST}/observations`);
    return body.filter(({ accountId }: { accountId: string }) => accountId === user.id).map(({ address }: { address: string }) => address);
  };
  assert.deepEqual(await observations(), [], 'there is no allowlist');
  await call(`POST ${LIST}`, { body: { enabled: false, ips: [entry('198.51.100.0/24')] } });
  assert.deepEqual((await observations()).toSorted(), ['2001:db8::1', HERE].toSorted());
  const shown = (await call(`GET ${LIST}/observations`)).body.find(({ accountId }: { accountId: string }) => accountId === user.id);
  assert.deepEqual([shown.userType, shown.name, shown.firstSeen <= shown.lastSeen], ['HUMAN', user.login, true]);
  assert.ok(!JSON.stringify((await call(`GET ${LIST}/observations`)).body).includes(other.id), 'an account of another tenant');

  await call(`POST ${LIST}/ips`, { body: [entry(HERE)] });
  assert.deepEqual(await observations(), ['2001:db8::1']);
  await platform.db.writer.rows(sql`
    update account_address
    set last_seen_at = last_seen_at - interval '8 days'`);
  assert.deepEqual(await observations(), []);
  await runTimer(platform, 'remove-old-addresses');
  assert.deepEqual(await server.count('account_address'), { account_address: 0 });
});
