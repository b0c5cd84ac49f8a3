// run: own server because it sets MILLRACE_TRUSTED_PROXIES
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { Browser } from '../../../../../test/support/browser.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { createPublicClient } from '../clients/oauth.fixture.ts';
import { signedInPerson } from '../../../accounts/sign-in/signed-in.fixture.ts';
import { askCodes, askDeviceToken, decide, typeCode } from './devices.fixture.ts';
import { createUserCode, readUserCode, spacedUserCode } from './devices.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_TRUSTED_PROXIES: '127.0.0.1' });
const { call, count, make, platform, url } = server;
const client = await createPublicClient(server, { clientName: 'Field <tool>', clientUri: 'https://tool.example.com/' });
const TABLES = ['oauth_device_code', 'audit_entry'];
const UNKNOWN = 'No device waits with this code. Check the letters; a code works for ten minutes and once.';

const started = async (headers: Record<string, string> = {}) => (await askCodes(server, { client_id: client.id }, headers)).body;
const statesOf = (code: string) =>
  platform.db.reader.only(
    sql`select allowed, account_id, tenant_id from oauth_device_code where hash = ${platform.identity.tokens.hash(code)}`,
  );
const UNDECIDED = { allowed: null, account_id: null, tenant_id: null };

test('oauth.device.user-code', async () => {
  const codes = Array.from({ length: 2000 }, createUserCode);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
  assert.equal(new Set(codes.join('')).size, 20, 'all letters occur');
  for (const text of ['BCDF-GHJK', 'bcdfghjk', ' b c d f g h j k ', 'BCDF.GHJK']) assert.equal(readUserCode(text), 'BCDFGHJK', text);
  for (const text of ['', 'BCDFGHJ', 'BCDFGHJKL', 'ABCDFGHJ', 'BCDF-GHJ1', 'BCDFGHJÄ']) assert.equal(readUserCode(text), undefined, text);
  assert.equal(spacedUserCode('BCDFGHJK'), 'BCDF-GHJK');

  const person = await signedInPerson(server);
  const { user_code: code } = await started();
  assert.match((await typeCode(person.browser, code.toLowerCase().replace('-', ' '))).html, /Allow Field &lt;tool&gt;\?/);
});

test('oauth.device.session', async () => {
  const { login, password } = await make.person();
  const { user_code: code, verification_uri_complete: address } = await started();
  const browser = new Browser(url);
  const { status, location } = await browser.open(address.slice(url.length));
  assert.equal(status, 303);
  const back = await browser.send(await browser.open(location ?? ''), { login, password });
  assert.equal(back.location, `/device?user_code=${code}`);
  const form = await browser.open(back.location ?? '');
  assert.equal(form.forms[0]?.fields['user_code'], code, 'the code is in the field, and the person sends it');
  assert.equal((await browser.send(form, {})).status, 200);

  const stranger = new Browser(url);
  assert.equal((await stranger.open('/device?user_code=<script>')).location, '/login?return_to=/device');
  for (const path of ['/device', '/device/decision'])
    assert.equal((await stranger.post(path, { user_code: code, decision: 'allow' })).location, '/login?return_to=/device');
});

test('oauth.device.page', async () => {
  const {
    person: { login },
    browser,
  } = await signedInPerson(server);
  const { user_code: code } = await started({ 'x-forwarded-for': '203.0.113.77', 'user-agent': 'tool/1.0 <b>' });
  const page = await typeCode(browser, code);
  assert.equal(page.status, 200);
  for (const text of [
    'Field &lt;tool&gt;',
    login,
    '203.0.113.77',
    'tool/1.0 &lt;b&gt;',
    'https://tool.example.com/',
    code,
    'Do all that you may do, except administer the tenant',
    'Allow this only if you have started this sign-in yourself',
    ' UTC</dd>',
  ])
    assert.ok(page.html.includes(text), text);
  assert.ok(!page.html.includes('<script') && page.headers.get('content-security-policy')?.includes("frame-ancestors 'none'"));
});

test('a form of another site decides nothing', async () => {
  const { browser } = await signedInPerson(server);
  const { device_code: deviceCode, user_code: code } = await started();
  for (const [path, fields, headers] of [
    ['/device', {}, {}],
    ['/device/decision', { decision: 'allow' }, {}],
    ['/device/decision', { decision: 'allow' }, { 'sec-fetch-site': 'cross-site' }],
  ] as const)
    assert.equal((await browser.post(path, { user_code: code, ...fields }, headers)).status, 403);
  const page = await typeCode(browser, code);
  assert.equal((await browser.send(page, { decision: 'allow' }, undefined, { 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.deepEqual(await statesOf(deviceCode), UNDECIDED);
});

test('oauth.device.tries', async () => {
  const { browser } = await signedInPerson(server);
  const { user_code: code } = await started();
  for (let number = 0; number < 12; number += 1) assert.equal((await typeCode(browser, code)).status, 200, 'a right code uses up no tries');
  const statuses = [];
  for (let number = 0; number < 11; number += 1) statuses.push((await typeCode(browser, number % 2 ? 'BCDFGHJK' : 'wrong')).status);
  assert.deepEqual(statuses, [...Array<number>(10).fill(404), 429]);
  const refused = await typeCode(browser, code);
  assert.equal(refused.status, 429, 'the right code, too');
  assert.match(refused.alert ?? '', /^Too many tries\./);
  const other = await signedInPerson(server);
  assert.equal((await typeCode(other.browser, code)).status, 200, 'another person');
});

test('oauth.device.tries: of the decision, and of all people at one address', async () => {
  const people = await Promise.all(Array.from({ length: 7 }, () => signedInPerson(server)));
  const { device_code: deviceCode, user_code: code } = await started();
  const headers = { 'x-forwarded-for': '203.0.113.90' };
  const statuses = [];
  for (const { browser } of people) {
    const page = await typeCode(browser, code);
    for (let number = 0; number < 9; number += 1)
      statuses.push((await browser.send(page, { user_code: 'BCDFGHJK', decision: 'allow' }, undefined, headers)).status);
  }
  assert.deepEqual(statuses, [...Array<number>(60).fill(404), 429, 429, 429]);
  assert.deepEqual(await statesOf(deviceCode), UNDECIDED);
});

test('oauth.device.tenant', async () => {
  const stranger = await signedInPerson(server, { tenant: await make.otherTenant() });
  const { device_code: deviceCode, user_code: code } = await started();
  const before = await count(...TABLES);
  const page = await typeCode(stranger.browser, code);
  assert.equal(page.status, 403);
  assert.match(page.alert ?? '', /^Your organisation does not use Field <tool>: ask an administrator/);
  const forced = await stranger.browser.send(
    { ...page, forms: page.forms.map((form) => ({ ...form, action: '/device/decision' })) },
    { decision: 'allow' },
  );
  assert.equal(forced.status, 403);
  assert.deepEqual(await count(...TABLES), before);
  assert.deepEqual(await statesOf(deviceCode), UNDECIDED);
  const { body } = await askDeviceToken(server, client, deviceCode);
  assert.equal(body.error, 'authorization_pending');
});

test('oauth.device.decided-once', async () => {
  const [one, other] = [await signedInPerson(server), await signedInPerson(server)];
  const { device_code: deviceCode, user_code: code } = await started();
  const pages = [await typeCode(one.browser, code), await typeCode(other.browser, code)] as const;
  const before = await count('audit_entry');
  const answers = await Promise.all([
    one.browser.send(pages[0], { decision: 'allow' }),
    other.browser.send(pages[1], { decision: 'allow' }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
  assert.equal(answers.find(({ status }) => status === 404)?.alert, UNKNOWN);
  const winner = answers[0].status === 200 ? one : other;
  assert.deepEqual(await statesOf(deviceCode), { allowed: true, account_id: winner.person.id, tenant_id: await make.tenant() });
  assert.equal(Number((await count('audit_entry'))['audit_entry']) - Number(before['audit_entry']), 1);
  const { body } = await call('GET /security/audit/logs', { query: { size: 1 } });
  assert.deepEqual([body[0].userId, body[0].request.url, body[0].eventCategory], [winner.person.id, '/device/decision', 'oauth']);
  assert.ok(!JSON.stringify(body).includes(code));
  assert.equal((await typeCode(other.browser, code)).status, 404);
  assert.equal((await askDeviceToken(server, client, deviceCode)).status, 200);
});

test('a deleted client cannot be allowed', async () => {
  const { browser } = await signedInPerson(server);
  const gone = await createPublicClient(server);
  const { body } = await askCodes(server, { client_id: gone.id });
  const page = await typeCode(browser, body.user_code);
  await call('DELETE /api/v1/oauth-clients/{id}', { path: { id: gone.id }, headers: { 'service-confirm-delete': gone.id } });
  assert.equal((await browser.send(page, { decision: 'allow' })).status, 404);
  assert.equal((await typeCode(browser, body.user_code)).status, 404);
  assert.deepEqual((await decide(browser, (await started()).user_code, 'allow')).status, 200);
});
