import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { EVENT_OF_SITE, startWebhookSite } from '../../../../test/support/webhook-site.ts';
import type { AcceptedEvent } from '../outbox/index.ts';
import { CONSUMERS, type EventConsumer } from './held-events.ts';
import { holdAgain } from './held-rows.ts';

// Without timers, so that only the test runs them.
const site = await startWebhookSite({ MILLRACE_ROLE: 'api' });
const { call, change, count, deliveries, make, platform, raise, webhook } = site;
const { db } = platform;
const NOWHERE = 'https://localhost:9/';

/** A consumer that fails on events of `fails`, and the numbers in the data of the events that it accepted. */
const taken: string[] = [];
let fails: (event: AcceptedEvent) => boolean = () => false;
const nameOf = ({ tenant, data }: AcceptedEvent): string => `${tenant} ${String(data['processedRows'])}`;
(CONSUMERS as EventConsumer[]).unshift({
  kind: 'test',
  accept: async (tx, events) => {
    for (const event of events) {
      await tx.rows(sql`select ${fails(event) ? 'no number' : '1'}::text::integer as number`);
      taken.push(nameOf(event));
    }
  },
});
const [mine, abroad] = [await make.tenant(), await make.otherTenant()];
for (const tenant of [mine, abroad])
  await db.writer.rows(sql`
    insert into event_subscription (tenant_id, type, subscriber_kind, subscriber_id)
    values (${tenant}, ${EVENT_OF_SITE}, 'test', ${newId()})`);
/** Raises an event of the other tenant. */
const raiseAbroad = (row: number) =>
  db.writer.rows(sql`
    insert into outbox_event (tenant_id, type, resource_id, data)
    values (${abroad}, ${EVENT_OF_SITE}, 'other', jsonb_build_object('processedRows', ${row}::int))`);
const fanOutNow = (): Promise<void> => runTimer(platform, 'fan-out-events');
const held = async (): Promise<number> => (await count('held_event'))['held_event'] ?? 0;
const metricValue = async (name: string): Promise<number> => {
  const { body } = await call('GET /metrics', { token: undefined });
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(String(body))?.[1]);
};
const retry = async (): Promise<void> => {
  await db.writer.rows(sql`update held_event set due_at = now()`);
  await runTimer(platform, 'retry-held-events');
};

test('events.consumers.apart', async () => {
  const id = await webhook(NOWHERE);
  fails = ({ tenant }) => tenant === mine;
  taken.length = 0;
  await raise(2);
  await raiseAbroad(7);
  await fanOutNow();
  assert.deepEqual(taken.at(-1), `${abroad} 7`, 'another tenant');
  assert.equal((await deliveries(id)).length, 2, 'another consumer');
  assert.deepEqual(await count('outbox_event', 'held_event'), { outbox_event: 0, held_event: 2 });

  fails = () => false;
  taken.length = 0;
  await retry();
  assert.deepEqual(taken, [`${mine} 0`, `${mine} 1`]);
  assert.equal((await deliveries(id)).length, 2);
  assert.equal(await held(), 0);
  await call('DELETE /api/v1/webhooks/{id}', { path: { id } });
});

test('events.consumers.order', async () => {
  const id = await webhook(NOWHERE);
  await db.writer.rows(sql`update webhook set filter = 'id eq' where id = ${id}`);
  const resource = await raise(2);
  await fanOutNow();
  await db.writer.rows(sql`update webhook set filter = null where id = ${id}`);
  await raise(1, { resource });
  await fanOutNow();
  assert.deepEqual([(await deliveries(id)).length, await held()], [0, 3], 'a later event waits behind the held ones');
  await db.writer.rows(sql`update held_event set due_at = now() + interval '5 minutes'`);
  await runTimer(platform, 'retry-held-events');
  assert.equal(await held(), 3, 'no retry before it is due');
  // Such a long pause only exists after the clock was set back.
  await db.writer.rows(sql`update held_event set due_at = now() + interval '1 day'`);
  await Promise.all([1, 2, 3].map(() => runTimer(platform, 'retry-held-events')));
  assert.equal((await deliveries(id)).length, 3);
  assert.equal(await held(), 0);
  await change(id, { enabled: false });
});

test('events.consumers.aside', async () => {
  fails = ({ data }) => data['processedRows'] === 1;
  taken.length = 0;
  await raise(3);
  await fanOutNow();
  taken.length = 0;
  await retry();
  assert.deepEqual([taken, await held()], [[`${mine} 0`], 2]);
  const pauses: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await retry();
    const [first] = await db.reader.rows<{ pause: number }>(sql`
      select extract(epoch from due_at - now())::float8 as pause
      from held_event
      order by number`);
    pauses.push(first?.pause ?? 0);
  }
  assert.deepEqual([taken.length, await held()], [1, 2]);
  assert.ok(
    pauses.every((pause, index) => pause > (pauses[index - 1] ?? 0)),
    `the pauses grow: ${pauses.join(', ')}`,
  );
  await retry();
  assert.deepEqual([taken, await held()], [[`${mine} 0`, `${mine} 2`], 1], 'the consumer gets the later events');
  const [aside] = await db.reader.rows<{ tries: number; error: string; is_aside: boolean }>(sql`
    select tries, error, set_aside_at is not null as is_aside
    from held_event`);
  assert.deepEqual([aside?.tries, aside?.is_aside], [7, true]);
  assert.match(aside?.error ?? '', /invalid input syntax/);
  assert.deepEqual([await metricValue('millrace_events_held'), await metricValue('millrace_events_set_aside')], [0, 1]);
  await raise(1);
  await fanOutNow();
  assert.equal(taken.length, 3, 'later events do not wait');

  fails = () => false;
  assert.deepEqual(await holdAgain(db.writer), [{ consumer: 'test', events: 1 }]);
  await runTimer(platform, 'retry-held-events');
  assert.deepEqual([taken.at(-1), await held()], [`${mine} 1`, 0], 'an operator requested another attempt');
  assert.deepEqual(await holdAgain(db.writer), []);

  fails = ({ data }) => data['processedRows'] === 1;
  await raise(2);
  await fanOutNow();
  await runTimer(platform, 'forget-held-events');
  assert.equal(await held(), 2);
  await db.writer.rows(sql`update held_event set event_id = '00000000-0000-0000-0000-000000000000'`);
  await runTimer(platform, 'forget-held-events');
  assert.equal(await held(), 0);
});
