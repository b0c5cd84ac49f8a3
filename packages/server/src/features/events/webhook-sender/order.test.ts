// run: waiting because it waits for repeated deliveries
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { eventually } from '../../../../test/support/install.ts';
import { startReceiver, type Received } from '../../../../test/support/receiver.ts';
import { startWebhookSite } from '../../../../test/support/webhook-site.ts';

const { webhook, raise, deliveries, ended, attempted, comeDue, keys, platform } = await startWebhookSite();

const rowsOf = ({ body }: Received): number => JSON.parse(body).data.processedRows;
const resourceOf = ({ body }: Received): string => JSON.parse(body).toplevelresourceid;

test('webhooks.deliver.order: a resource waits for its failed delivery, others go on', async () => {
  let works = false;
  let failing = '';
  const receiver = await startReceiver(keys, (response, request) =>
    response.writeHead(!works && resourceOf(request) === failing ? 500 : 204).end(),
  );
  const sentOf = (resource: string): number[] => receiver.received.filter((one) => resourceOf(one) === resource).map(rowsOf);
  const id = await webhook(receiver.url);
  failing = crypto.randomUUID();
  await raise(3, { resource: failing });
  await attempted(id, 1);
  const other = await raise(3);
  await ended(id, 3);
  assert.deepEqual(sentOf(other), [0, 1, 2]);
  await raise(2, { resource: failing });
  await eventually('the later events', async () => ((await deliveries(id)).length === 8 ? true : undefined));
  assert.deepEqual([...new Set(sentOf(failing))], [0], 'only the first one was tried');
  const moments = await platform.db.reader.rows<{ next_attempt_at: Date }>(sql`
    select next_attempt_at
    from webhook_delivery
    where webhook_id = ${id}
      and is_waiting`);
  assert.deepEqual(
    [moments.length, new Set(moments.map((moment) => Number(moment.next_attempt_at))).size],
    [5, 1],
    'they come due together',
  );
  works = true;
  await comeDue(id);
  await ended(id, 8);
  assert.deepEqual(sentOf(failing).slice(-4), [1, 2, 0, 1]);
});

test('many deliveries of many resources arrive once, and each resource in order', async () => {
  const receiver = await startReceiver(keys);
  const id = await webhook(receiver.url);
  for (let round = 0; round < 5; round += 1)
    await Promise.all(Array.from({ length: 10 }, (_, index) => raise(4, { resource: `${round < 3 ? 'early' : 'late'}-${index}` })));
  await ended(id, 200);
  assert.equal(receiver.received.length, 200);
  const numbers = await platform.db.reader.rows<{ id: string; number: number }>(sql`select id, number::int as number from event`);
  const numberOf = new Map(numbers.map((one) => [one.id, one.number]));
  const byResource = Map.groupBy(receiver.received, resourceOf);
  for (const sent of byResource.values()) {
    const order = sent.map(({ headers }) => numberOf.get(headers['webhook-id'] as string) ?? 0);
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
  }
});

test('webhooks.deliver.isolated: dead and slow receivers delay no other one', async () => {
  const silent = await startReceiver(keys, () => undefined);
  const healthy = await startReceiver(keys);
  const gone = await startReceiver(keys);
  await gone.stop();
  const slow = await webhook(silent.url);
  const dead = await webhook(gone.url);
  const id = await webhook(healthy.url);
  for (let round = 0; round < 30; round += 1) await raise(10, { resource: `round ${round}` });
  // The silent receiver holds its requests for longer than this takes. If the other deliveries waited for it, they would be late.
  await ended(id, 300);
  assert.equal(healthy.received.length, 300);
  assert.ok(silent.received.length <= 8, 'no more than the budget');
  assert.equal((await deliveries(slow)).filter(({ attempts }) => attempts > 0).length, 0);
  assert.ok((await deliveries(dead)).filter(({ attempts }) => attempts > 0).length < 30, 'the endpoint was paused');
});
