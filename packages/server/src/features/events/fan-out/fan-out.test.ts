import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { listPartitions, partitionAt } from '../../../core/database/partitions.ts';
import { identifier, sql, verbatim } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { eventually } from '../../../../test/support/install.ts';
import { stayWithinOneDay } from '../../../../test/support/one-day.ts';
import { EVENT_OF_SITE, startWebhookSite } from '../../../../test/support/webhook-site.ts';
import type { AcceptedEvent } from '../outbox/index.ts';
import { CONSUMERS, type EventConsumer } from './held-events.ts';

// A partition for another day would be created at midnight.
await stayWithinOneDay();
const { webhook, raise, deliveries, platform, make, call, count } = await startWebhookSite();
const { db } = platform;
// No server listens at this address. Fan-out does not depend on it.
const NOWHERE = 'https://localhost:9/';

/** Waits until the outbox is empty. */
const fannedOut = () => eventually('an empty outbox', async () => ((await count('outbox_event'))['outbox_event'] === 0 ? true : undefined));

const numberOfDeliveries = async (id: string): Promise<number> => (await deliveries(id)).length;
const remove = (id: string) => call('DELETE /api/v1/webhooks/{id}', { path: { id } });

test('gives each event once to each webhook that waits for it', async () => {
  const ids = [await webhook(NOWHERE), await webhook(NOWHERE)];
  const disabled = await webhook(NOWHERE, { enabled: false });
  await raise(5);
  await fannedOut();
  for (const id of ids) {
    const all = await deliveries(id);
    assert.equal(new Set(all.map(({ event_id }) => event_id)).size, 5);
    assert.equal(all.length, 5);
  }
  assert.equal(await numberOfDeliveries(disabled), 0);
  assert.equal((await count('event'))['event'], 5);
  for (const id of [...ids, disabled]) await remove(id);
});

test('gives a webhook with a filter only the events that match', async () => {
  const resource = newId();
  const id = await webhook(NOWHERE, { filter: `id eq "${resource}"` });
  await raise(2);
  await raise(3, { resource });
  await fannedOut();
  assert.equal(await numberOfDeliveries(id), 3);
  await remove(id);
});

test('webhooks.deliver.visible', async () => {
  const { id: user, token } = await make.user();
  const id = await webhook(NOWHERE, { level: 'user' }, token);
  const workspace = await make.workspace();
  await raise();
  await raise(1, { space: workspace.id });
  await fannedOut();
  assert.equal(await numberOfDeliveries(id), 0, 'events of others');
  await raise(1, { owner: user });
  await raise(1, { actor: user });
  await fannedOut();
  assert.equal(await numberOfDeliveries(id), 2);
  await db.writer.rows(sql`
    insert into workspace_right (workspace_id, account_id, name)
    values (${workspace.id}, ${user}, 'VIEW')`);
  await raise(1, { space: workspace.id });
  await fannedOut();
  assert.equal(await numberOfDeliveries(id), 3);
  await db.writer.rows(sql`update account set active = false where id = ${user}`);
  await raise(1, { space: workspace.id });
  await fannedOut();
  assert.equal(await numberOfDeliveries(id), 3, 'the user was disabled');
});

test('an event of another tenant reaches no webhook', async () => {
  const id = await webhook(NOWHERE);
  await db.writer.rows(sql`
    insert into outbox_event (tenant_id, type, resource_id, data)
    values (${newId()}, ${EVENT_OF_SITE}, 'other', '{}')`);
  await fannedOut();
  assert.equal(await numberOfDeliveries(id), 0);
  await remove(id);
});

test('gives events to the consumers of other kinds, in the same transaction', async () => {
  const seen: AcceptedEvent[] = [];
  const consumer: EventConsumer = {
    kind: 'test',
    accept: async (_tx, events) => {
      seen.push(...events);
    },
  };
  (CONSUMERS as EventConsumer[]).push(consumer);
  const subscriber = newId();
  await db.writer.rows(sql`
    insert into event_subscription (tenant_id, type, subscriber_kind, subscriber_id)
    values (${await make.tenant()}, ${EVENT_OF_SITE}, 'test', ${subscriber})`);
  const before = (await count('event'))['event'] ?? 0;
  const resource = await raise(3);
  await fannedOut();
  assert.deepEqual(
    seen.map(({ resourceId, subscribers, data }) => [resourceId, subscribers, data['processedRows']]),
    [0, 1, 2].map((row) => [resource, [subscriber], row]),
  );
  assert.equal((await count('event'))['event'], before + 3);
});

test('keeps events and deliveries in partitions of a day, for a week', async () => {
  const partitions = (table: string) => listPartitions(db.reader, { table });
  const events = { table: 'event', length: 'day' } as const;
  const old = partitionAt(events, new Date(Date.now() - 9 * 86_400_000));
  const recent = partitionAt(events, new Date(Date.now() - 6 * 86_400_000));
  for (const { name, from, to } of [old, recent])
    await db.writer.rows(
      sql`create table ${identifier(name)} partition of event for values from (${verbatim(`'${from}'`)}) to (${verbatim(`'${to}'`)})`,
    );
  await runTimer(platform, 'keep-partitions');
  for (const table of ['event', 'webhook_delivery']) {
    const names = new Set((await partitions(table)).map(({ name }) => name));
    for (const days of [0, 1]) assert.ok(names.has(partitionAt({ table, length: 'day' }, new Date(Date.now() + days * 86_400_000)).name));
  }
  const names = new Set((await partitions('event')).map(({ name }) => name));
  assert.deepEqual([names.has(old.name), names.has(recent.name)], [false, true]);
});
