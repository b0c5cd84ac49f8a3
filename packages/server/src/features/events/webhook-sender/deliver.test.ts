import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { sql } from '../../../core/database/sql.ts';
import { eventually } from '../../../../test/support/install.ts';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { EVENT_OF_SITE, startWebhookSite } from '../../../../test/support/webhook-site.ts';

const site = await startWebhookSite();
const { webhook, change, raise, ended, deliveries, keys, call, platform } = site;
const SECRET = 'a-secret-of-thirty-two-characters';
const OTHER = 'another-secret-of-many-characters';

const toLibrarySecret = (secret: string): string => `whsec_${Buffer.from(secret).toString('base64')}`;
const hmac = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex');

test('webhooks.deliver.signature: signs the raw body by both methods, and with both secrets after a rotation', async () => {
  const receiver = await startReceiver(keys);
  const id = await webhook(receiver.url, { secret: SECRET });
  await raise();
  const [delivery] = await ended(id, 1);
  const [{ headers, body }] = receiver.first();
  assert.equal(headers['service-signature'], hmac(SECRET, body));
  assert.equal(headers['qlik-signature'], headers['service-signature'], 'the published name');
  assert.equal(headers['webhook-id'], delivery?.event_id);
  const verify = (secret: string, text: string, from: typeof headers): unknown =>
    new Webhook(toLibrarySecret(secret)).verify(text, from as Record<string, string>);
  assert.deepEqual(verify(SECRET, body, headers), JSON.parse(body));
  assert.throws(() => verify(SECRET, body.replace('"ok"', '"OK"'), headers));
  assert.throws(() => verify(OTHER, body, headers));

  await change(id, { secret: OTHER });
  await raise();
  await ended(id, 2);
  const second = receiver.received[1];
  assert.ok(second);
  assert.equal(second.headers['service-signature'], hmac(OTHER, second.body), 'the newer secret');
  for (const secret of [SECRET, OTHER]) assert.deepEqual(verify(secret, second.body, second.headers), JSON.parse(second.body));
});

test('webhooks.secret.standard: a library of Standard Webhooks takes the secret whsec_… of the webhook as it is', async () => {
  const receiver = await startReceiver(keys);
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const id = await webhook(receiver.url, { secret: OTHER });
  await change(id, { secret });
  await raise();
  await ended(id, 1);
  const [{ headers, body }] = receiver.first();
  for (const valid of [secret, toLibrarySecret(OTHER)])
    assert.deepEqual(new Webhook(valid).verify(body, headers as Record<string, string>), JSON.parse(body));
  assert.throws(() => new Webhook(toLibrarySecret(secret)).verify(body, headers as Record<string, string>));
  assert.equal(headers['content-type'], 'application/cloudevents+json; charset=utf-8');
  assert.equal(headers['service-signature'], hmac(secret, body), 'the other signature takes every secret as a text');
});

test('webhooks.deliver.words', async () => {
  const receiver = await startReceiver(keys);
  const published = EVENT_OF_SITE.replace('com.service.', 'com.qlik.');
  const [plain, id, legacy] = [
    await webhook(receiver.url),
    await webhook(receiver.url, { eventTypes: [published] }),
    await webhook(receiver.url, { eventTypes: [published], enableCloudEventDelivery: false }),
  ];
  await raise();
  const shown = async (one: string) => {
    await ended(one, 1);
    const { body } = await call('GET /api/v1/webhooks/{id}/deliveries', { path: { id: one } });
    const [{ eventType, request }] = body.data;
    return [eventType, request.body.type ?? request.body.eventType, request.body.source];
  };
  assert.deepEqual(await shown(plain), [EVENT_OF_SITE, EVENT_OF_SITE, 'com.service/tasks']);
  for (const one of [id, legacy]) assert.deepEqual(await shown(one), [published, published, 'com.qlik/tasks']);
  const typesSent = () => receiver.received.map(({ body }) => JSON.parse(body).type ?? JSON.parse(body).eventType);
  assert.deepEqual(typesSent().toSorted(), [published, published, EVENT_OF_SITE]);
  const query = { eventType: published };
  const { body: found } = await call('GET /api/v1/webhooks/{id}/deliveries', { path: { id: plain }, query });
  assert.equal(found.data[0].eventType, published, 'the caller has used the word');

  await change(id, { eventTypes: [EVENT_OF_SITE] });
  const path = { id, deliveryId: (await deliveries(id))[0]?.id ?? '' };
  await call('POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend', { path });
  await ended(id, 2);
  assert.equal(typesSent().at(-1), published, 'a repeat has the same body');
});

test('sends no signature without a secret', async () => {
  const receiver = await startReceiver(keys);
  const id = await webhook(receiver.url);
  await raise();
  await ended(id, 1);
  const [{ headers }] = receiver.first();
  assert.equal(headers['service-signature'] ?? headers['qlik-signature'], undefined);
  assert.equal(headers['webhook-signature'], undefined);
  assert.match(headers['webhook-timestamp'] as string, /^\d{10}$/);
});

test('webhooks.deliver.headers: sends plain and encrypted headers, and shows only the names of the latter', async () => {
  const receiver = await startReceiver(keys, (response) =>
    response.writeHead(200, { 'x-token': 'echoed-secret', 'x-other': 'shown' }).end('thanks'),
  );
  const fields = { headers: { 'X-Team': 'loads' }, encryptedHeaders: { 'X-Token': 'do-not-show' } };
  const id = await webhook(receiver.url, { ...fields, enableCloudEventDelivery: false });
  await raise();
  const [delivery] = await ended(id, 1);
  const [{ headers }] = receiver.first();
  assert.deepEqual(
    [headers['x-team'], headers['x-token'], headers['user-agent'], headers['content-type']],
    ['loads', 'do-not-show', 'Millrace-Webhook/1', 'application/json'],
  );
  assert.equal(delivery?.request_headers?.['x-token'], '**OMITTED**');
  assert.equal(delivery?.response_headers?.['x-token'], '**OMITTED**');
  assert.equal(delivery?.response_headers?.['x-other'], 'shown');
  assert.equal(delivery?.response_body, 'thanks');
  const listed = await call('GET /api/v1/webhooks/{id}/deliveries', { path: { id } });
  assert.ok(!JSON.stringify(listed.body).includes('do-not-show'));
  assert.equal(listed.body.data[0].status, 'success');
});

test('webhooks.deliver.enabled: sends nothing for a disabled webhook', async () => {
  const receiver = await startReceiver(keys, (response) => response.writeHead(500).end());
  const id = await webhook(receiver.url);
  await raise();
  await eventually('a failed attempt', async () => (await deliveries(id))[0]?.attempts === 1 || undefined);
  await platform.db.writer.rows(sql`update webhook_delivery set next_attempt_at = now() + interval '1 hour' where webhook_id = ${id}`);
  await change(id, { enabled: false });
  const other = await startReceiver(keys);
  const control = await webhook(other.url);
  await site.comeDue(id);
  await raise();
  await ended(control, 1);
  assert.equal(receiver.received.length, 1, 'neither the waiting delivery nor the new event was sent');
  await platform.db.writer.rows(sql`update webhook_delivery set next_attempt_at = now() + interval '1 hour' where webhook_id = ${id}`);
  await change(id, { enabled: true });
  await eventually(
    'the waiting delivery, an hour before its next attempt was due',
    async () => receiver.received.length === 2 || undefined,
  );
});

test('sends a repeated delivery with the same bytes and the same id', async () => {
  const receiver = await startReceiver(keys);
  const id = await webhook(receiver.url, { secret: SECRET });
  await raise();
  const [delivery] = await ended(id, 1);
  const path = { id, deliveryId: delivery?.id ?? '' };
  const again = await call('POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend', { path });
  assert.equal(again.status, 201);
  await ended(id, 2);
  const [first, second] = receiver.received;
  assert.equal(second?.body, first?.body);
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
});

test('keeps the connection for the next delivery', async () => {
  const receiver = await startReceiver(keys);
  const id = await webhook(receiver.url);
  const resource = await raise(20);
  await ended(id, 20);
  assert.equal(receiver.connections(), 1, `deliveries of the resource ${resource} follow each other`);
});
