import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { disableWebhooks, openWebhookSecrets } from './index.ts';
import { fieldsOfWebhook, FINISHED, SECRET, WEBHOOK_TABLES, webhooksOn } from './webhooks.fixture.ts';

const CHANGE = 'PATCH /api/v1/webhooks/{id}';
const REPLACE = 'PUT /api/v1/webhooks/{id}';
const OTHER_SECRET = 'fedcba9876543210fedcba9876543210';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { create, read, row, subscribed } = webhooksOn(server);

const step = (op: string, path: string, value?: unknown) => ({ op, path, ...(value !== undefined && { value }) });
const change = (id: string, ...body: object[]): Promise<Answer> => call(CHANGE, { path: { id }, body });
const replace = (id: string, fields: object = {}): Promise<Answer> => call(REPLACE, { path: { id }, body: fieldsOfWebhook(fields) });

/** Asserts that a change is refused and changes nothing. */
async function refused(route: string, id: string, body: object, code = 'malformed_request'): Promise<void> {
  const before = await row(id);
  await leavesNothing(server, route, { path: { id }, body }, 400, code, ...WEBHOOK_TABLES);
  assert.deepEqual(await row(id), before);
}

/** The valid secrets and the encrypted headers of a webhook. */
const opened = async (id: string, now = new Date()) => openWebhookSecrets(platform.secrets, await row(id), now);

test('webhooks.change.paths', async () => {
  const { id, createdAt } = await create({ description: 'old', headers: { 'x-a': '1' } });
  const { status, body } = await change(
    id,
    step('replace', '/name', ' New '),
    step('add', 'url', 'https://other.example.com/'),
    step('remove', '/description'),
    step('replace', '/headers', { 'x-b': '2' }),
    step('replace', '/enabled', true),
    step('add', '/secret', SECRET),
    step('add', '/encryptedHeaders', { authorization: 'Bearer x' }),
    step('replace', '/eventTypes', ['com.service.v1.webhook.test']),
    step('replace', '/enableCloudEventDelivery', true),
  );
  assert.deepEqual([status, body], [204, undefined]);
  const after = await read(id);
  assert.deepEqual(
    [
      after.name,
      after.url,
      after.description,
      after.headers,
      after.enabled,
      after.secretKeyAdded,
      after.encryptedHeaders,
      after.eventTypes,
    ],
    ['New', 'https://other.example.com/', undefined, { 'x-b': '2' }, true, true, ['authorization'], ['com.service.v1.webhook.test']],
  );
  assert.ok(after.createdAt === createdAt && after.updatedAt > createdAt);
  await change(id, ...['/eventTypes', '/headers', '/enabled', '/secret', '/encryptedHeaders'].map((path) => step('remove', path)));
  const bare = await read(id);
  assert.deepEqual([bare.eventTypes, bare.headers, bare.enabled, bare.secretKeyAdded, bare.encryptedHeaders], [[], {}, false, false, []]);
  for (const path of ['/level', '/filter', '/ownerId', '/checkCertificateRevocation', '/origin', '/id', '/headers/x-b', '/constructor'])
    await refused(CHANGE, id, [step('replace', path, 'x')]);
  for (const [op, path, value] of [
    ['remove', '/name'],
    ['remove', '/url'],
    ['remove', '/enableCloudEventDelivery'],
    ['move', '/name', 'x'],
    ['replace', '/name', '  '],
    ['replace', '/name'],
    ['replace', '/enabled', 'true'],
    ['replace', '/secret', 'short'],
    ['replace', '/eventTypes', FINISHED],
  ] as const)
    await refused(CHANGE, id, [step(op, path, value)]);
});

test('a changed webhook fits the rules of a new one', async () => {
  const { id } = await create({ filter: 'spaceId eq "a"', encryptedHeaders: { authorization: 'x' } });
  await refused(CHANGE, id, [step('replace', '/url', 'http://hooks.example.com')], 'webhook_url_refused');
  await refused(CHANGE, id, [step('replace', '/headers', { Authorization: 'x' })], 'webhook_header_refused');
  await refused(CHANGE, id, [step('replace', '/eventTypes', ['x'])], 'event_type_unknown');
  await refused(REPLACE, id, fieldsOfWebhook({ filter: 'name eq "a"' }), 'malformed_filter');
  await refused(REPLACE, id, fieldsOfWebhook({ url: 'https://127.0.0.1' }), 'webhook_url_refused');
});

test('webhooks.change.cloud-events', async () => {
  const { id } = await create({ enableCloudEventDelivery: false });
  assert.equal((await replace(id)).body.enableCloudEventDelivery, false, 'a replacement does not switch it on');
  assert.equal((await change(id, step('replace', '/enableCloudEventDelivery', true))).status, 204);
  await refused(CHANGE, id, [step('replace', '/enableCloudEventDelivery', false)], 'cloud_events_required');
  await refused(REPLACE, id, fieldsOfWebhook({ enableCloudEventDelivery: false }), 'cloud_events_required');
  assert.equal((await replace(id)).body.enableCloudEventDelivery, true);
});

test('webhooks.replace.cleared', async () => {
  const { id } = await create({
    description: 'old',
    enabled: true,
    filter: 'spaceId eq "a"',
    headers: { 'x-a': '1' },
    encryptedHeaders: { 'x-b': '2' },
    secret: SECRET,
    checkCertificateRevocation: true,
    origin: 'automations',
  });
  const { status, body } = await call(REPLACE, { path: { id }, body: { name: 'New', url: 'https://hooks.example.com/loads' } });
  assert.equal(status, 200);
  const { createdAt: _c, updatedAt: _u, createdByUserId: owner, updatedByUserId: _b, ...rest } = body;
  assert.deepEqual(rest, {
    id,
    name: 'New',
    url: 'https://hooks.example.com/loads',
    level: 'user',
    ownerId: owner,
    enabled: false,
    eventTypes: [],
    headers: {},
    encryptedHeaders: [],
    secretKeyAdded: false,
    enableCloudEventDelivery: true,
    checkCertificateRevocation: false,
    origin: 'automations',
  });
  assert.deepEqual([body, await subscribed(id)], [await read(id), []]);
});

test('a client may send back the record that it has read', async () => {
  const before = await create({ encryptedHeaders: { 'x-a': '1', 'x-b': '2' }, filter: 'spaceId eq "a"', description: 'x' });
  const { status, body } = await call(REPLACE, { path: { id: before.id }, body: { ...before, encryptedHeaders: ['X-B'] } });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body, { ...before, encryptedHeaders: ['x-b'], updatedAt: body.updatedAt });
  assert.deepEqual((await opened(before.id)).headers, { 'x-b': '2' });
});

test('webhooks.replace.fixed', async () => {
  const { id } = await create();
  await refused(REPLACE, id, fieldsOfWebhook({ level: 'tenant' }), 'immutable');
  await refused(REPLACE, id, fieldsOfWebhook({ ownerId: (await make.user()).id }), 'immutable');
});

test('webhooks.headers.encrypted', async () => {
  const { id, encryptedHeaders } = await create({ encryptedHeaders: { authorization: 'Bearer top-secret', 'x-b': '2' } });
  assert.deepEqual(encryptedHeaders, ['authorization', 'x-b']);
  const text = await platform.db.reader.only<{ row: string }>(sql`select w::text as row from webhook w where id = ${id}`);
  assert.ok(!text.row.includes('top-secret') && !text.row.includes(Buffer.from('top-secret').toString('hex')));
  assert.deepEqual((await opened(id)).headers, { authorization: 'Bearer top-secret', 'x-b': '2' });
  await change(id, step('replace', '/name', 'Other'), step('replace', '/url', 'https://hooks.example.com/loads'));
  assert.deepEqual((await read(id)).encryptedHeaders, ['authorization', 'x-b'], 'the same address');
  await change(id, step('replace', '/url', 'https://hooks.example.com/other'));
  assert.deepEqual([(await read(id)).encryptedHeaders, (await row(id)).encrypted_headers], [[], null]);
  await change(id, step('replace', '/url', 'https://third.example.com/'), step('add', '/encryptedHeaders', { 'x-c': '3' }));
  assert.deepEqual((await opened(id)).headers, { 'x-c': '3' });
  assert.deepEqual((await replace(id, { encryptedHeaders: ['x-c'] })).body.encryptedHeaders, [], 'a replacement with another address');
});

test('webhooks.secret.rotation', async () => {
  const { id } = await create({ secret: SECRET });
  const later = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
  assert.deepEqual((await opened(id)).secrets, [SECRET]);
  await change(id, step('replace', '/secret', OTHER_SECRET));
  assert.deepEqual((await opened(id)).secrets, [OTHER_SECRET, SECRET]);
  assert.deepEqual((await opened(id, later(23.9))).secrets, [OTHER_SECRET, SECRET]);
  assert.deepEqual((await opened(id, later(24.1))).secrets, [OTHER_SECRET]);
  await change(id, step('replace', '/secret', OTHER_SECRET), step('replace', '/name', 'same secret'));
  assert.deepEqual((await opened(id)).secrets, [OTHER_SECRET, SECRET], 'the same secret again is no new one');
  await change(id, step('remove', '/secret'));
  assert.deepEqual([(await opened(id)).secrets, (await row(id)).former_secret], [[], null]);
  await change(id, step('add', '/secret', SECRET));
  assert.deepEqual((await opened(id)).secrets, [SECRET], 'the webhook had no secret before');
  await replace(id, { secret: OTHER_SECRET });
  assert.deepEqual((await opened(id)).secrets, [OTHER_SECRET, SECRET]);
});

test('webhooks.disable.told', async () => {
  const listener = await create({ level: 'tenant', enabled: true, eventTypes: ['com.service.v1.webhook.disabled'] });
  const [enabled, disabled] = [await create({ enabled: true }), await create()];
  const reason = 'The receiver has answered 410.';
  const disable = () =>
    platform.db.transaction((tx) =>
      disableWebhooks(tx, [
        { id: enabled.id, code: 'gone', reason },
        { id: disabled.id, code: 'gone', reason },
      ]),
    );
  await disable();
  await disable();
  const body = await read(enabled.id);
  assert.deepEqual([body.enabled, body.disabledReasonCode, body.disabledReason], [false, 'gone', reason]);
  assert.deepEqual(await subscribed(enabled.id), []);
  assert.ok(!('disabledReason' in (await read(disabled.id))), 'a webhook that its user disabled gets no reason');
  const events = await platform.db.reader.rows(sql`
    select type, resource_id, owner_id, actor_id, data
    from outbox_event
    where data ->> 'webhookId' in (${enabled.id}, ${disabled.id})`);
  assert.deepEqual(events, [
    {
      type: 'com.service.v1.webhook.disabled',
      resource_id: enabled.id,
      owner_id: enabled.ownerId,
      actor_id: null,
      data: { webhookId: enabled.id, name: 'Failed loads', code: 'gone', reason },
    },
  ]);
  await call('DELETE /api/v1/webhooks/{id}', { path: { id: listener.id } });
});

test('webhooks.enable.fresh', async () => {
  const { id } = await create({ enabled: true });
  await platform.db.writer.rows(sql`
    insert into webhook_endpoint (webhook_id, due_at, failures, failing_since, paused_until)
    values (${id}, now() + interval '1 day', 9, now(), now() + interval '1 day')`);
  await platform.db.transaction((tx) => disableWebhooks(tx, [{ id, code: 'failing', reason: 'x' }]));
  await change(id, step('replace', '/name', 'still disabled'));
  assert.equal((await read(id)).disabledReasonCode, 'failing');
  await change(id, step('replace', '/enabled', true));
  const body = await read(id);
  assert.deepEqual([body.enabled, 'disabledReason' in body, 'disabledReasonCode' in body], [true, false, false]);
  assert.deepEqual(await subscribed(id), [FINISHED]);
  const endpoint = await platform.db.reader.only(sql`
    select failures, failing_since, paused_until, due_at <= now() as is_due
    from webhook_endpoint
    where webhook_id = ${id}`);
  assert.deepEqual(endpoint, { failures: 0, failing_since: null, paused_until: null, is_due: true });
});
