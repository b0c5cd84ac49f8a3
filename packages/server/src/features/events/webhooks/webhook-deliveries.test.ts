import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';
import { FINISHED, WEBHOOK_TABLES, webhooksOn } from './webhooks.fixture.ts';

const LIST = 'GET /api/v1/webhooks/{id}/deliveries';
const READ = 'GET /api/v1/webhooks/{id}/deliveries/{deliveryId}';
const TEST = 'POST /api/v1/webhooks/{id}/actions/test';
const RESEND = 'POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/actions/resend';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, platform } = server;
const { create } = webhooksOn(server);

const tested = (id: string): Promise<Answer> => call(TEST, { path: { id } });
const read = (id: string, deliveryId: string): Promise<Answer> => call(READ, { path: { id, deliveryId } });
const listed = async (id: string, query: object = {}): Promise<string[]> => {
  const { status, body } = await call(LIST, { path: { id }, query: query as Record<string, string> });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map((one: { id: string }) => one.id);
};

/** Records an attempt, as the sender does. */
const attempt = (
  id: string,
  { succeeded = true, isWaiting = false, headers = {} }: { succeeded?: boolean; isWaiting?: boolean; headers?: object } = {},
) =>
  platform.db.writer.rows(sql`
    update webhook_delivery
    set attempts = attempts + 1,
        is_waiting = ${isWaiting},
        succeeded = ${succeeded},
        triggered_at = '2026-11-23T02:00:00Z',
        status_message = ${succeeded ? null : 'The receiver answered 500.'},
        request_url = 'https://hooks.example.com/loads',
        request_headers = ${json({ 'content-type': 'application/json', ...headers })}::jsonb,
        response_status = ${succeeded ? 200 : 500},
        response_headers = ${json({ date: 'today', ...headers })}::jsonb,
        response_body = 'done'
    where id = ${id}`);

/** Inserts a delivery of a finished execution, and returns its id. */
async function delivered(webhook: { id: string }, fields: { cloudEvents?: boolean; age?: string } = {}): Promise<string> {
  const [id, event] = [newId(), newId()];
  await platform.db.writer.rows(sql`
    with raised as (
      insert into event (id, number, tenant_id, type, occurred_at, space_id, resource_id, data)
      select ${event}, nextval('event_number'), w.tenant_id, ${FINISHED}, now() - ${fields.age ?? '0 s'}::interval, w.id, 'a task', '{"status": "ok"}'
      from webhook w
      where w.id = ${webhook.id}
      returning *
    )
    insert into webhook_delivery (id, webhook_id, tenant_id, event_id, event_number, event_type, resource_id, cloud_events, is_waiting)
    select ${id}, ${webhook.id}, tenant_id, id, number, type, resource_id, ${fields.cloudEvents ?? true}, true
    from raised`);
  await attempt(id);
  return id;
}

test('webhooks.test.only', async () => {
  const other = await create({ level: 'tenant', enabled: true, eventTypes: ['com.service.v1.webhook.test'] });
  const webhook = await create({ enabled: true, filter: 'id eq "none"' });
  const { status, body } = await tested(webhook.id);
  assert.equal(status, 202, JSON.stringify(body));
  const { id, triggeredAt, nextAttemptAt, request, ...rest } = body;
  assert.deepEqual(rest, { webhookId: webhook.id, eventType: 'com.service.v1.webhook.test', status: 'waiting', attempts: 0 });
  assert.equal(triggeredAt, nextAttemptAt);
  const { id: eventId, time, ...event } = request.body;
  assert.deepEqual(event, {
    specversion: '1.0',
    type: 'com.service.v1.webhook.test',
    source: 'com.service/webhooks',
    datacontenttype: 'application/json',
    tenantid: event.tenantid,
    userid: webhook.ownerId,
    ownerid: webhook.ownerId,
    toplevelresourceid: webhook.id,
    data: { webhookId: webhook.id, message: 'A test event of Millrace.' },
  });
  assert.ok(eventId !== id && time <= triggeredAt);
  assert.deepEqual((await read(webhook.id, id)).body, body);
  assert.deepEqual([await listed(other.id, { status: 'waiting' }), await server.count('outbox_event')], [[], { outbox_event: 0 }]);
  const { is_due: isDue } = await platform.db.reader.only<{ is_due: boolean }>(
    sql`select due_at <= now() as is_due from webhook_endpoint where webhook_id = ${webhook.id}`,
  );
  assert.ok(isDue);
});

test('webhooks.send.enabled', async () => {
  const webhook = await create();
  const deliveryId = await delivered(webhook);
  for (const [route, path] of [
    [TEST, { id: webhook.id }],
    [RESEND, { id: webhook.id, deliveryId }],
  ] as const)
    await leavesNothing(server, route, { path }, 409, 'webhook_disabled', ...WEBHOOK_TABLES);
});

test('webhooks.deliveries.status', async () => {
  const webhook = await create({ enabled: true });
  const [succeeded, failed, retried, waiting] = await Promise.all([1, 2, 3, 4].map(async () => (await tested(webhook.id)).body.id));
  await attempt(succeeded);
  await attempt(failed, { succeeded: false });
  await attempt(retried, { succeeded: false, isWaiting: true });
  assert.deepEqual((await listed(webhook.id)).toSorted(), [succeeded, failed, retried].toSorted());
  assert.deepEqual(await listed(webhook.id, { status: 'success' }), [succeeded]);
  assert.deepEqual((await listed(webhook.id, { status: 'fail' })).toSorted(), [failed, retried].toSorted());
  assert.deepEqual(await listed(webhook.id, { status: 'waiting' }), [waiting]);
  const { body } = await read(webhook.id, retried);
  assert.deepEqual(
    [body.status, body.statusMessage, body.attempts, typeof body.nextAttemptAt, body.triggeredAt],
    ['fail', 'The receiver answered 500.', 1, 'string', '2026-11-23T02:00:00.000Z'],
  );
  assert.deepEqual(body.response, { statusCode: 500, headers: { date: 'today' }, body: 'done' });
  assert.equal(body.request.url, 'https://hooks.example.com/loads');
  assert.ok(!('nextAttemptAt' in (await read(webhook.id, failed)).body));
});

test('lists in the order of their events, by pages, and by type', async () => {
  const webhook = await create({ enabled: true });
  const ids = [await delivered(webhook), await delivered(webhook), await delivered(webhook)];
  assert.deepEqual(await listed(webhook.id), ids.toReversed());
  assert.deepEqual(await listed(webhook.id, { sort: 'triggeredAt' }), ids);
  await attempt(ids[1] ?? '', { succeeded: false });
  assert.deepEqual(await listed(webhook.id, { sort: 'status,-triggeredAt' }), [ids[1], ids[2], ids[0]]);
  const { body: page } = await call(LIST, { path: { id: webhook.id }, query: { limit: 2 } });
  const { body: next } = await call(`GET ${page.links.next.href.slice(server.url.length)}`);
  assert.deepEqual(
    [...page.data, ...next.data].map(({ id }: { id: string }) => id),
    ids.toReversed(),
  );
  assert.deepEqual(
    [await listed(webhook.id, { eventType: FINISHED }), await listed(webhook.id, { eventType: 'x' })],
    [ids.toReversed(), []],
  );
  for (const query of [{ sort: 'eventType' }, { status: 'x' }, { limit: 0 }])
    assertRefused(await call(LIST, { path: { id: webhook.id }, query: query as Record<string, string> }), 400, 'malformed_request');
});

test('webhooks.deliveries.omitted', async () => {
  const webhook = await create({ encryptedHeaders: { Authorization: 'Bearer secret' } });
  const id = await delivered(webhook);
  await attempt(id, { headers: { authorization: 'Bearer secret', 'x-a': '1' } });
  const { body } = await read(webhook.id, id);
  assert.deepEqual(
    [body.request.headers, body.response.headers],
    [
      { 'content-type': 'application/json', authorization: '**OMITTED**', 'x-a': '1' },
      { date: 'today', authorization: '**OMITTED**', 'x-a': '1' },
    ],
  );
});

test('webhooks.limits.history', async () => {
  const webhook = await create({ enabled: true });
  const [young, old] = [await delivered(webhook, { age: '6 days 23 hours' }), await delivered(webhook, { age: '7 days 1 minute' })];
  assert.deepEqual(await listed(webhook.id), [young]);
  assertRefused(await read(webhook.id, old), 404, 'not_found');
  await leavesNothing(server, RESEND, { path: { id: webhook.id, deliveryId: old } }, 404, 'not_found', ...WEBHOOK_TABLES);
});

test('webhooks.resend.payload', async () => {
  const webhook = await create({ enabled: true });
  for (const cloudEvents of [true, false]) {
    const first = await delivered(webhook, { cloudEvents });
    const before = (await read(webhook.id, first)).body;
    assert.equal('specversion' in before.request.body, cloudEvents);
    const { status, body } = await call(RESEND, { path: { id: webhook.id, deliveryId: first } });
    assert.deepEqual([status, body.status, body.resentFrom, body.attempts], [201, 'waiting', first, 0], JSON.stringify(body));
    assert.deepEqual(body.request.body, before.request.body);
    assert.notEqual(body.id, first);
    assert.deepEqual((await read(webhook.id, first)).body, before, 'the first delivery stays as it was');
    assert.deepEqual((await read(webhook.id, body.id)).body, body);
  }
});

test('a delivery belongs to its webhook', async () => {
  const [webhook, other] = [await create({ enabled: true }), await create({ enabled: true })];
  const id = await delivered(webhook);
  assertRefused(await read(other.id, id), 404, 'not_found');
  await leavesNothing(server, RESEND, { path: { id: other.id, deliveryId: id } }, 404, 'not_found', ...WEBHOOK_TABLES);
  assert.equal((await call('DELETE /api/v1/webhooks/{id}', { path: { id: webhook.id } })).status, 204);
  const left = await platform.db.reader.rows(sql`select id from webhook_delivery where webhook_id = ${webhook.id}`);
  assert.deepEqual(left, []);
});
