// run: own server because it sets MILLRACE_TRUSTED_PROXIES
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { runTimer } from '../../../../../test/support/background.ts';
import { assertRefused, leavesNothing } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { signedInPerson } from '../../../accounts/sign-in/signed-in.fixture.ts';
import { createPublicClient, createTestClient } from '../clients/oauth.fixture.ts';
import { askCodes, askDeviceToken, decide, letDevicesAge, letDevicesWait, typeCode } from './devices.fixture.ts';

const ASK = 'POST /oauth/device_authorization';
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_TRUSTED_PROXIES: '127.0.0.1' });
const { call, count, platform, url } = server;
const client = await createPublicClient(server, { clientName: 'Field tool' });
const { person: me, browser } = await signedInPerson(server, { permissions: ['SVC_OPERATOR', 'SVC_USER_MANAGEMENT'] });
const TABLES = ['oauth_device_code', 'oauth_grant', 'oauth_refresh_token'];

const started = async (fields: object = {}) => (await askCodes(server, { client_id: client.id, ...fields })).body;
const poll = (code: string) => askDeviceToken(server, client, code);

test('oauth.device.request', async () => {
  const { status, body } = await askCodes(server, { client_id: client.id, scope: 'user_default offline_access' });
  assert.equal(status, 200, JSON.stringify(body));
  const { device_code: deviceCode, user_code: userCode, ...rest } = body;
  assert.match(deviceCode, /^mrd_[\w-]{43}$/);
  assert.deepEqual(rest, {
    verification_uri: `${url}/device`,
    verification_uri_complete: `${url}/device?user_code=${userCode}`,
    expires_in: 600,
    interval: 5,
  });
  const stored = await platform.db.reader.only<{ text: string }>(sql`select string_agg(d::text, ' ') as text from oauth_device_code d`);
  for (const secret of [deviceCode, userCode, userCode.replace('-', '')])
    assert.ok(!stored.text.includes(secret), 'only hashes are stored');
});

test('a form is accepted, too', async () => {
  const { status, body } = await call(ASK, {
    token: undefined,
    text: new URLSearchParams({ client_id: client.id, scope: 'user_default' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.deepEqual([status, body.interval], [200, 5]);
});

test('oauth.device.native', async () => {
  const web = await createTestClient(server);
  const proof = { client_id: web.id, client_secret: web.secret };
  const { body } = await leavesNothing(server, ASK, { token: undefined, body: proof }, 400, 'unauthorized_client', ...TABLES);
  assert.equal(body.error, 'unauthorized_client');
  const spa = await createTestClient(server, { appType: 'spa', allowedGrantTypes: [] });
  assertRefused(await askCodes(server, { client_id: spa.id }), 400, 'unauthorized_client');
  const { device_code: deviceCode } = await started();
  assertRefused(await askDeviceToken(server, spa, deviceCode), 400, 'unauthorized_client');
});

test('a request of an unknown client, or for more than the client may do, stores nothing', async () => {
  for (const [body, status, code] of [
    [{}, 400, 'invalid_request'],
    [{ client_id: 'nobody' }, 401, 'invalid_client'],
    [{ client_id: crypto.randomUUID() }, 401, 'invalid_client'],
    [{ client_id: client.id, client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_id: client.id, scope: 'audit' }, 400, 'invalid_scope'],
  ] as const)
    await leavesNothing(server, ASK, { token: undefined, body }, status, code, ...TABLES);
});

test('oauth.device.requests-limited', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const body = { client_id: client.id };
  const statuses = [];
  for (let number = 0; number < 120; number += 1) statuses.push((await askCodes(server, body, headers)).status);
  assert.deepEqual([...new Set(statuses)], [200]);
  const refused = await leavesNothing(server, ASK, { token: undefined, body, headers }, 429, 'too_many_requests', ...TABLES);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await askCodes(server, body, { 'x-forwarded-for': '203.0.113.8' })).status, 200, 'another address');
});

test('oauth.device.pending', async () => {
  const { device_code: deviceCode } = await started();
  const errors = [];
  for (const waits of [false, false, true, false, false]) {
    if (waits) await letDevicesWait(server);
    const { status, body } = await poll(deviceCode);
    assert.equal(status, 400);
    errors.push(body.error);
  }
  assert.deepEqual(errors, ['authorization_pending', 'slow_down', 'authorization_pending', 'slow_down', 'slow_down']);
  const { seconds } = await platform.db.reader.only<{ seconds: number }>(sql`
    select poll_seconds as seconds from oauth_device_code where hash = ${platform.identity.tokens.hash(deviceCode)}`);
  assert.equal(seconds, 20);
});

test('oauth.device.denied', async () => {
  const { device_code: deviceCode, user_code: userCode } = await started();
  assert.match((await decide(browser, userCode, 'refuse')).html, /<h1>Refused</);
  for (let number = 0; number < 2; number += 1) {
    const { status, body } = await poll(deviceCode);
    assert.deepEqual([status, body.error], [400, 'access_denied']);
  }
});

test('oauth.device.expired', async () => {
  const [waiting, allowed] = [await started(), await started()];
  await decide(browser, allowed.user_code, 'allow');
  await letDevicesAge(server, '601 seconds');
  for (const { device_code: deviceCode } of [waiting, allowed]) {
    const before = await count(...TABLES);
    const { status, body } = await poll(deviceCode);
    assert.deepEqual([status, body.error], [400, 'expired_token']);
    assert.deepEqual(await count(...TABLES), before);
  }
  assert.equal((await typeCode(browser, waiting.user_code)).status, 404, 'no person can decide any more');
});

test('oauth.device.redeemed', async () => {
  const { device_code: deviceCode, user_code: userCode } = await started({ scope: 'user_default offline_access' });
  assert.equal((await decide(browser, userCode, 'allow')).status, 200);
  const other = await createPublicClient(server);
  assertRefused(await askDeviceToken(server, other, deviceCode), 401, 'invalid_grant');

  const answers = await Promise.all(Array.from({ length: 8 }, () => poll(deviceCode)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array<number>(7).fill(401)]);
  const tokens = answers.find(({ status }) => status === 200)?.body;
  assert.deepEqual(
    [tokens.scope, typeof tokens.refresh_token, typeof tokens.auth_time],
    ['user_default offline_access', 'string', 'number'],
  );
  const { body } = await call('GET /account/me', { token: tokens.access_token });
  assert.deepEqual([body.id, body.permissions], [me.id, ['SVC_OPERATOR']], 'no more than the scopes');
  assertRefused(await poll(deviceCode), 401, 'invalid_grant');
});

test('oauth.device.redeemed: only for an active person whose tenant uses the client', async () => {
  const { person, browser: personBrowser } = await signedInPerson(server);
  const gone = await createPublicClient(server);
  const codes = (await askCodes(server, { client_id: gone.id })).body;
  const own = await started();
  await decide(personBrowser, codes.user_code, 'allow');
  await decide(personBrowser, own.user_code, 'allow');
  await call('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', { path: { id: gone.id } });
  assertRefused(await askDeviceToken(server, gone, codes.device_code), 401, 'invalid_grant');
  await platform.db.writer.rows(sql`update account set active = false where id = ${person.id}`);
  const before = await count(...TABLES);
  assertRefused(await poll(own.device_code), 403, 'access_denied');
  assert.deepEqual(await count(...TABLES), before);
});

test('refuses an unknown device code, and a request without a code', async () => {
  assertRefused(await poll('mrd_unknown'), 401, 'invalid_grant');
  assertRefused(await askDeviceToken(server, client, ''), 400, 'invalid_request');
});

test('oauth.device.removed', async () => {
  const left = async () =>
    (await platform.db.reader.rows<{ hash: Buffer }>(sql`select hash from oauth_device_code`)).map(({ hash }) => hash);
  await letDevicesAge(server, '2 hours');
  const { device_code: first } = await started();
  await letDevicesAge(server, '59 minutes');
  await runTimer(platform, 'remove-ended-oauth');
  assert.deepEqual(await left(), [platform.identity.tokens.hash(first)]);
  const { device_code: second } = await started();
  await letDevicesAge(server, '2 minutes');
  await runTimer(platform, 'remove-ended-oauth');
  assert.deepEqual(await left(), [platform.identity.tokens.hash(second)]);
});
