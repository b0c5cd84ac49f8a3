import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES } from '@millrace/contract/event-types';
import { sql } from '../../../core/database/sql.ts';
import { errorOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { fieldsOfWebhook, FINISHED, SECRET, WEBHOOK_TABLES, webhooksOn } from './webhooks.fixture.ts';

const CREATE = 'POST /api/v1/webhooks';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { create, read, row, subscribed } = webhooksOn(server);
const plain = await make.user();

/** Asserts that a webhook with these fields is refused, and returns the message. */
async function refused(fields: object, code: string, status = 400, token?: string): Promise<string> {
  const sent = { body: fieldsOfWebhook(fields), ...(token !== undefined && { token }) };
  return errorOf((await leavesNothing(server, CREATE, sent, status, code, ...WEBHOOK_TABLES)).body).message;
}

test('creates a webhook with the defaults', async () => {
  const body = await create({ level: undefined, eventTypes: undefined, name: ' Failed ' });
  const { id, createdAt, updatedAt, createdByUserId, updatedByUserId, ...rest } = body;
  assert.deepEqual(rest, {
    name: 'Failed',
    url: 'https://hooks.example.com/loads',
    level: 'tenant',
    enabled: false,
    eventTypes: [],
    headers: {},
    encryptedHeaders: [],
    secretKeyAdded: false,
    enableCloudEventDelivery: true,
    checkCertificateRevocation: false,
    origin: 'api',
  });
  assert.deepEqual([createdAt, createdByUserId], [updatedAt, updatedByUserId]);
  assert.deepEqual(await read(id), body);
});

test('null stands for a field that is left out', async () => {
  const body = await create({ description: null, filter: null, secret: null, headers: null, ownerId: null });
  assert.deepEqual(['description' in body, 'filter' in body, body.headers], [false, false, {}]);
});

test('webhooks.create.level', async () => {
  for (const level of [undefined, 'tenant']) await refused({ level }, 'tenant_level_refused', 403, plain.token);
  assert.equal((await create({}, plain.token)).level, 'user');
  const manager = await make.user({ permissions: ['SVC_WEBHOOK_MANAGEMENT'] });
  assert.equal((await create({ level: 'tenant' }, manager.token)).level, 'tenant');
});

test('webhooks.create.owner', async () => {
  assert.equal((await create({}, plain.token)).ownerId, plain.id);
  assert.equal((await create({ ownerId: plain.id.toUpperCase() }, plain.token)).ownerId, plain.id);
  assert.ok(!('ownerId' in (await create({ level: 'tenant', ownerId: plain.id }))), 'ownerId is ignored at the level tenant');
  await refused({ ownerId: await make.administrator() }, 'forbidden', 403, plain.token);
  await refused({ ownerId: plain.id }, 'forbidden', 403);
});

test('webhooks.create.https', async () => {
  for (const url of ['https://hooks.example.com', 'HTTPS://Hooks.Example.com:8443/a?b=c%20d', 'https://bücher.example/', 'https://a.b'])
    assert.equal((await create({ url })).url, url);
  for (const url of [
    'http://hooks.example.com/',
    'hooks.example.com',
    'https:hooks.example.com',
    'https:///hooks.example.com',
    String.raw`https:\\hooks.example.com`,
    'https://hooks.example.com/\n',
    ' https://hooks.example.com/',
    'https://hooks.example.com/a b',
    'https://ada@hooks.example.com/',
    'https://ada:secret@hooks.example.com/',
    'https://@hooks.example.com/',
    'https://localhost/',
    'https://hooks/',
    'https://hooks.example.com./',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://１２７.0.0.1/',
    'https://hooks_1.example.com/',
    'https://*.example.com/',
    'https://example.123/',
    'https://hooks.example.com/#part',
    'https://hooks.example.com:99999/',
    'ftp://hooks.example.com/',
  ])
    assert.doesNotMatch(await refused({ url }, 'webhook_url_refused'), /secret/, url);
  await refused({ url: `https://hooks.example.com/${'a'.repeat(2048)}` }, 'malformed_request');
});

test('webhooks.create.secret', async () => {
  for (const secret of [SECRET, 'x'.repeat(64)]) {
    const body = await create({ secret });
    assert.deepEqual([body.secretKeyAdded, 'secret' in body], [true, false]);
    const stored = await row(body.id);
    assert.ok(stored.secret && !JSON.stringify(stored).includes(secret) && !stored.secret.includes(secret));
    assert.equal(platform.secrets.decrypt(stored.secret, `webhook secret ${body.id}`), secret);
  }
  for (const secret of ['x'.repeat(31), 'x'.repeat(65), `${SECRET}\n`, `${SECRET} `, '']) await refused({ secret }, 'malformed_request');
  for (const key of ['x'.repeat(31), `${'AB'.repeat(15)}=`, '-_'.repeat(16), 'AAAA'.repeat(7)])
    await refused({ secret: `whsec_${key}` }, 'webhook_secret_refused');
});

test('webhooks.create.types', async () => {
  const both = Object.entries(EVENT_TYPES).filter(([, { levels }]) => levels.includes('user'));
  assert.deepEqual(
    (await create({ eventTypes: both.map(([name]) => name) })).eventTypes,
    both.map(([name]) => name),
  );
  for (const type of ['com.service.v1.unknown', 'constructor', FINISHED.toUpperCase(), `${FINISHED} `])
    assert.match(await refused({ eventTypes: [type] }, 'event_type_unknown'), /event-types lists them/);
  await refused({ eventTypes: [FINISHED, FINISHED] }, 'malformed_request');
  const { body } = await call('GET /api/v1/webhooks/event-types', { token: plain.token });
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    Object.keys(EVENT_TYPES),
  );
  for (const type of body.data) {
    const { title, description, category, levels } = EVENT_TYPES[type.name as keyof typeof EVENT_TYPES];
    assert.deepEqual(type, { name: type.name, title, description, category, levels });
  }
});

test('a broken filter is refused', async () => {
  assert.equal((await create({ filter: 'spaceId eq "x"' })).filter, 'spaceId eq "x"');
  assert.match(await refused({ filter: 'spaceId eq "x" and id' }, 'malformed_filter'), /character 22/);
  assert.match(await refused({ filter: 'data.status eq "ok"' }, 'malformed_filter'), /only event type/);
});

test('webhooks.limits.headers', async () => {
  for (const kind of ['headers', 'encryptedHeaders']) {
    const fitting = { a: 'x'.repeat(1000), b: 'x'.repeat(1046) };
    await create({ [kind]: fitting });
    assert.match(await refused({ [kind]: { ...fitting, b: 'x'.repeat(1047) } }, 'webhook_header_refused'), /2049 bytes/);
  }
  await create({ headers: { a: 'x'.repeat(2047) }, encryptedHeaders: { b: 'x'.repeat(2047) } });
});

test('webhooks.headers.unique', async () => {
  for (const fields of [
    { headers: { 'X-Team': 'a', 'x-team': 'b' } },
    { encryptedHeaders: { 'X-Team': 'a', 'x-team': 'b' } },
    { headers: { 'x-team': 'a' }, encryptedHeaders: { 'X-TEAM': 'b' } },
  ])
    assert.match(await refused(fields, 'webhook_header_refused'), /there twice/);
});

test('webhooks.headers.reserved', async () => {
  for (const name of [
    'Host',
    'content-length',
    'Transfer-Encoding',
    'connection',
    'service-signature',
    'Qlik-Signature',
    'Webhook-Id',
    'webhook-x',
    'TE',
  ])
    for (const kind of ['headers', 'encryptedHeaders'])
      assert.match(await refused({ [kind]: { [name]: 'a' } }, 'webhook_header_refused'), /sets the header/);
  for (const name of ['', 'a b', 'a:', 'a\n', 'ä', 'a\r\nb', 'x\0'])
    assert.match(await refused({ headers: { [name]: 'a' } }, 'webhook_header_refused'), /not the name of a header/);
  for (const value of ['a\nb', 'a\r\nx: y', 'a\rb', 'a\0', '€', '\u007f']) {
    const message = await refused({ encryptedHeaders: { authorization: value } }, 'webhook_header_refused');
    assert.ok(!message.includes(value) && message.includes("'authorization'"));
  }
  const headers = { 'x-team': 'a\tb', authorization: '', constructor: 'x', "!#$%&'*+-.^_`|~": 'ÿ' };
  assert.deepEqual((await create({ headers })).headers, headers);
});

test('webhooks.limits.user', async () => {
  const user = await make.user();
  await fill(user.id, 'user', 149);
  const answers = await Promise.all([1, 2].map(() => call(CREATE, { token: user.token, body: fieldsOfWebhook() })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
  assert.match(await refused({}, 'webhooks_limit', 409, user.token), /You have 150 webhooks/);
  await create({}, plain.token);
});

test('webhooks.limits.user: webhooks of both levels count', async () => {
  const manager = await make.user({ permissions: ['SVC_WEBHOOK_MANAGEMENT'], tenant: await make.otherTenant() });
  await fill(manager.id, 'user', 140);
  await fill(manager.id, 'tenant', 9);
  await create({ level: 'tenant' }, manager.token);
  for (const level of ['user', 'tenant'])
    assert.match(await refused({ level }, 'webhooks_limit', 409, manager.token), /You have 150 webhooks/);
  const other = await make.user({ permissions: ['SVC_WEBHOOK_MANAGEMENT'], tenant: manager.tenant });
  for (const level of ['user', 'tenant']) await create({ level }, other.token);
});

test('webhooks.limits.tenant', async () => {
  const manager = await make.user({ permissions: ['SVC_WEBHOOK_MANAGEMENT'], tenant: await make.otherTenant() });
  await fill(manager.id, 'tenant', 99);
  await create({ level: 'tenant' }, manager.token);
  assert.match(await refused({ level: 'tenant' }, 'webhooks_limit', 409, manager.token), /The tenant has 100 webhooks/);
  await create({}, manager.token);
});

/** Inserts webhooks of an account. */
const fill = (account: string, level: string, count: number): Promise<unknown> =>
  platform.db.writer.rows(sql`
    insert into webhook (
      id, tenant_id, name, url, level, owner_id, enabled, event_types, headers, encrypted_header_names, cloud_events, checks_revocation, origin,
      created_by, updated_by)
    select gen_random_uuid(), a.tenant_id, 'x', 'https://hooks.example.com', ${level}, case when ${level} = 'user' then a.id end, false, '{}', '{}', '{}',
           true, false, 'api', a.id, a.id
    from account a, generate_series(1, ${count})
    where a.id = ${account}`);

test('webhooks.subscriptions.enabled', async () => {
  const types = [FINISHED, 'com.service.v1.webhook.test'];
  const { id } = await create({ eventTypes: types });
  assert.deepEqual(await subscribed(id), []);
  const change = (path: string, value: unknown) =>
    call('PATCH /api/v1/webhooks/{id}', { path: { id }, body: [{ op: 'replace', path, value }] });
  await change('/enabled', true);
  assert.deepEqual(await subscribed(id), types);
  await change('/eventTypes', [FINISHED]);
  assert.deepEqual(await subscribed(id), [FINISHED]);
  await change('/enabled', false);
  assert.deepEqual(await subscribed(id), []);
  const enabled = await create({ enabled: true });
  assert.deepEqual(await subscribed(enabled.id), [FINISHED]);
  assert.equal((await call('DELETE /api/v1/webhooks/{id}', { path: { id: enabled.id } })).status, 204);
  assert.deepEqual(await subscribed(enabled.id), []);
  assertRefused(await call('GET /api/v1/webhooks/{id}', { path: { id: enabled.id } }), 404, 'not_found');
});

test('the webhooks of a deleted user are deleted with their subscriptions', async () => {
  const user = await make.user();
  const { id } = await create({ enabled: true }, user.token);
  assert.deepEqual(await subscribed(id), [FINISHED]);
  assert.equal((await call('DELETE /account/users/{id}', { path: { id: user.id } })).status, 204);
  assertRefused(await call('GET /api/v1/webhooks/{id}', { path: { id } }), 404, 'not_found');
  assert.deepEqual(await subscribed(id), []);
});
