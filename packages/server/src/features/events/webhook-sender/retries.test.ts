// run: waiting because it waits for repeated deliveries
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clockSetBack } from '../../../core/background/database-clock.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { eventually } from '../../../../test/support/install.ts';
import { startReceiver, type Answering } from '../../../../test/support/receiver.ts';
import { startWebhookSite } from '../../../../test/support/webhook-site.ts';
import { RETRY_SECONDS } from '../delivery-queue/index.ts';
import { askedPause, pauseAfter } from './rules.ts';

const site = await startWebhookSite();
const { webhook, raise, deliveries, ended, attempted, comeDue, keys, call, platform } = site;

/** Sends one event to a receiver, and returns the delivery after its first attempt, and its webhook. */
async function deliver(answer: Answering) {
  const receiver = await startReceiver(keys, answer);
  const id = await webhook(receiver.url);
  const resource = await raise();
  const delivery = await attempted(id, 1);
  return { id, receiver, delivery, resource };
}

/** Deletes the webhook, so that later events do not go to it. */
const remove = (id: string) => call('DELETE /api/v1/webhooks/{id}', { path: { id } });

describe('pauses', () => {
  test('webhooks.deliver.retries: follow the list, varied by up to a tenth', () => {
    for (const [index, seconds] of RETRY_SECONDS.entries()) {
      assert.equal(pauseAfter(index + 1, undefined, 0.5), seconds);
      assert.ok(Math.abs((pauseAfter(index + 1, undefined, 0) ?? 0) - seconds * 0.9) < 0.001);
      assert.ok(Math.abs((pauseAfter(index + 1, undefined, 1) ?? 0) - seconds * 1.1) < 0.001);
    }
    assert.deepEqual(RETRY_SECONDS, [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    assert.equal(pauseAfter(RETRY_SECONDS.length + 1, undefined, 0.5), undefined);
  });

  test('a receiver may ask for a longer pause, up to an hour', () => {
    const moment = Date.parse('2026-11-23T12:00:00Z');
    assert.equal(askedPause(429, '30', moment), 30);
    assert.equal(askedPause(503, 'Mon, 23 Nov 2026 12:01:00 GMT', moment), 60);
    assert.equal(askedPause(503, 'Mon, 23 Nov 2020 12:01:00 GMT', moment), 0);
    assert.equal(askedPause(429, '999999999', moment), 3600);
    for (const [status, text] of [
      [500, '30'],
      [429, 'soon'],
      [429, '-5'],
      [429, undefined],
    ] as const)
      assert.equal(askedPause(status, text, moment) ?? 0, 0);
    assert.equal(pauseAfter(1, 30, 0.5), 30);
    assert.equal(pauseAfter(2, 30, 0.5), 300, 'never shorter than the own pause');
  });
});

test('tries again after a failure, and gives up after the tenth attempt', async () => {
  const { id, receiver, delivery } = await deliver((response) => response.writeHead(500).end('down'));
  assert.deepEqual([delivery.is_waiting, delivery.succeeded, delivery.response_status], [true, false, 500]);
  assert.ok(delivery.seconds > 3 && delivery.seconds < 6, `next attempt in ${delivery.seconds} s`);
  assert.match(delivery.status_message ?? '', /answered 500/);
  for (let attempt = 2; attempt <= 10; attempt += 1) {
    await comeDue(id);
    await attempted(id, attempt);
  }
  const [last] = await deliveries(id);
  assert.deepEqual([last?.is_waiting, last?.succeeded, receiver.received.length], [false, false, 10]);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
  await remove(id);
});

test('obeys Retry-After of 429', async () => {
  const { id, delivery } = await deliver((response) => response.writeHead(429, { 'retry-after': '600' }).end());
  assert.ok(delivery.seconds > 590 && delivery.seconds <= 600);
  await remove(id);
});

test('webhooks.deliver.gone: a receiver that answers 410 is disabled at once', async () => {
  const { id, delivery } = await deliver((response) => response.writeHead(410).end());
  assert.deepEqual([delivery.is_waiting, delivery.succeeded], [false, false]);
  const { body } = await call('GET /api/v1/webhooks/{id}', { path: { id } });
  assert.deepEqual([body.enabled, body.disabledReasonCode], [false, 'gone']);
  await remove(id);
});

test('webhooks.deliver.failing: a receiver that has failed for five days is disabled', async () => {
  const { id, receiver } = await deliver((response) => response.writeHead(500).end());
  await platform.db.writer.rows(sql`
    update webhook_endpoint
    set failing_since = now() - interval '5 days'
    where webhook_id = ${id}`);
  assert.equal((await call('GET /api/v1/webhooks/{id}', { path: { id } })).body.enabled, true);
  await comeDue(id);
  await eventually('the webhook to be disabled', async () => {
    const { body } = await call('GET /api/v1/webhooks/{id}', { path: { id } });
    return body.disabledReasonCode === 'failing' && body.enabled === false ? true : undefined;
  });
  assert.equal(receiver.received.length, 2);
  const [delivery] = await deliveries(id);
  assert.equal(delivery?.is_waiting, true, 'it is sent when the webhook is enabled again');
  await remove(id);
});

test('redirects are not followed', async () => {
  const other = await startReceiver(keys);
  const { id, delivery } = await deliver((response) => response.writeHead(307, { location: other.url }).end());
  assert.deepEqual([delivery.succeeded, delivery.is_waiting, other.received.length], [false, true, 0]);
  assert.match(delivery.status_message ?? '', /redirects are not followed/);
  await remove(id);
});

test('cuts endless answers, and keeps their status', async () => {
  const { id, delivery } = await deliver((response) => {
    response.writeHead(200, Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`x-${index}`, 'y'])));
    const write = (): void => void (response.destroyed || response.write('z'.repeat(65_536), () => setImmediate(write)));
    write();
  });
  assert.deepEqual([delivery.succeeded, delivery.response_body?.length], [true, 16_384]);
  assert.equal(Object.keys(delivery.response_headers ?? {}).length, 50);
  await remove(id);
});

test('a receiver that closes the connection in the middle has failed', async () => {
  const { id, delivery } = await deliver((response) => void response.socket?.destroy());
  assert.deepEqual([delivery.succeeded, delivery.is_waiting, delivery.response_status], [false, true, null]);
  assert.match(delivery.status_message ?? '', /closed the connection before it answered/);
  await remove(id);
});

test('an answer that breaks off counts by its status', async () => {
  const { id, delivery } = await deliver((response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.socket?.destroy());
  });
  assert.deepEqual([delivery.succeeded, delivery.response_body], [true, 'half']);
  await remove(id);
});

test('a delivery to a port on which no server listens has failed', async () => {
  const receiver = await startReceiver(keys);
  await receiver.stop();
  const id = await webhook(receiver.url);
  await raise();
  const delivery = await attempted(id, 1);
  assert.match(delivery.status_message ?? '', /Nothing listens/);
  await remove(id);
});

test('gives up deliveries that have waited for six days', async () => {
  const { id, delivery } = await deliver((response) => response.writeHead(500).end());
  const old = '0199a000-0000-7000-8000-000000000001';
  await platform.db.writer.rows(sql`update webhook_delivery set id = ${old} where id = ${delivery.id}`);
  await runTimer(platform, 'give-up-deliveries');
  const [last] = await deliveries(id);
  assert.deepEqual([last?.is_waiting, last?.succeeded], [false, false]);
  assert.match(last?.status_message ?? '', /within 6 days/);
  await remove(id);
});

test('webhooks.deliver.set-back: a clock that is set back delays nothing', async () => {
  const { id } = await deliver((response) => response.writeHead(500).end());
  const ahead = sql`now() + interval '30 days'`;
  await platform.db.writer.rows(sql`update webhook_delivery set next_attempt_at = ${ahead} where webhook_id = ${id}`);
  await platform.db.writer.rows(sql`
    update webhook_endpoint
    set due_at = ${ahead}, paused_until = ${ahead}, failing_since = ${ahead}, lease_expires_at = ${ahead}, sender_id = ${id}
    where webhook_id = ${id}`);
  await platform.db.transaction((tx) => platform.publish(tx, clockSetBack, { limits: platform.settings.limits }));
  const late = await platform.db.reader.only<Record<string, number>>(sql`
    select extract(epoch from due_at - now())::float8 as due, extract(epoch from paused_until - now())::float8 as paused,
           extract(epoch from failing_since - now())::float8 as failing, extract(epoch from lease_expires_at - now())::float8 as lease
    from webhook_endpoint
    where webhook_id = ${id}`);
  const [delivery] = await deliveries(id);
  assert.ok((delivery?.seconds ?? 0) <= 3600 && (late['due'] ?? 1) <= 0 && (late['paused'] ?? 1000) <= 300);
  assert.ok((late['failing'] ?? 1) <= 0 && (late['lease'] ?? 100) <= 15);
  await remove(id);
  assert.equal((await ended(id, 0)).length, 0);
});

test('a clock that is set back keeps the order of a resource', async () => {
  const receiver = await startReceiver(keys, (response) => response.writeHead(500).end());
  const id = await webhook(receiver.url);
  const resource = await raise();
  await attempted(id, 1);
  await raise(1, { resource });
  await eventually('the second delivery', async () => ((await deliveries(id)).length === 2 ? true : undefined));
  await platform.db.writer.rows(sql`update webhook_delivery set next_attempt_at = now() + interval '30 days' where webhook_id = ${id}`);
  await platform.db.transaction((tx) => platform.publish(tx, clockSetBack, { limits: platform.settings.limits }));
  const moments = await platform.db.reader.rows<{ next_attempt_at: Date }>(sql`
    select next_attempt_at
    from webhook_delivery
    where webhook_id = ${id}`);
  assert.deepEqual([moments.length, new Set(moments.map((one) => Number(one.next_attempt_at))).size], [2, 1]);
  await remove(id);
});
