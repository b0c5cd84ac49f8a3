// isolation: own process, waiting, long because it starts and kills whole programs
/** Fan-out and the sender of webhooks kill themselves at each fault point: every event arrives, in order; a repetition has the same id and bytes. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { FAULT_POINTS } from '@millrace/wire/fault-points';
import { certificate, certificateKey } from '../support/certificate.ts';
import { createDatabase } from '../support/database.ts';
import { eventually, Install } from '../support/install.ts';
import { startReceiver } from '../support/receiver.ts';

const EVENTS = 30;
const TYPE = 'com.service.v1.task.run.finished';
const POINTS = FAULT_POINTS.server.filter((point) => /^(?:fan-out|held-events|deliver)\./.test(point));
/** A filter that cannot be read: the consumer of webhooks fails, so its events are held. */
const BROKEN = 'id eq';

const [database, home] = await Promise.all([createDatabase(), mkdtemp(join(tmpdir(), 'millrace-webhooks-'))]);
const authorities = join(home, 'receivers.pem');
await writeFile(authorities, certificate);
const install = new Install(home, {
  DATABASE_URL: database.url,
  MILLRACE_ENGINE: 'none',
  MILLRACE_DATABASE_CONNECTIONS: '3',
  MILLRACE_WEBHOOK_CA: authorities,
  MILLRACE_WEBHOOK_NETWORKS: 'loopback',
});
const client = new Client({ connectionString: database.url });
after(async () => {
  await install.stop();
  await client.end();
  await database.drop();
  await rm(home, { recursive: true, force: true });
});
await client.connect();
await install.start();
const receiver = await startReceiver({ cert: certificate, key: certificateKey });
await client.query(
  `insert into webhook (id, tenant_id, name, url, level, enabled, event_types, headers, encrypted_header_names, cloud_events, checks_revocation, origin,
     created_by, updated_by)
   select gen_random_uuid(), t.id, 'test', $1, 'tenant', true, $2, '{}', '{}', true, false, 'api', t.id, t.id
   from tenant t`,
  [receiver.url, [TYPE]],
);
await client.query(
  `insert into event_subscription (tenant_id, type, subscriber_kind, subscriber_id) select tenant_id, $1, 'webhook', id from webhook`,
  [TYPE],
);

test('the fault points of events are known', () => assert.equal(POINTS.length, 5));

for (const point of POINTS)
  test(`${point}: no event is lost`, async () => {
    await install.stop();
    receiver.received.length = 0;
    const isHeld = point.startsWith('held-events.');
    if (isHeld) await client.query('update webhook set filter = $1', [BROKEN]);
    await install.start({ MILLRACE_FAULTS: 'on', MILLRACE_FAULT: `${point}:${point.startsWith('deliver.') ? 5 : 1}` });
    await client.query(
      `insert into outbox_event (tenant_id, type, resource_id, data)
       select t.id, $1, 'resource ' || (n % 3), json_build_object('processedRows', n)
       from tenant t, generate_series(1, $2::int) as n
       order by n`,
      [TYPE, EVENTS],
    );
    await install.died();
    // The lease of the killed process would last for some seconds more.
    await client.query(`update webhook_endpoint set lease_expires_at = now()`);
    if (isHeld) assert.equal((await client.query('select number from held_event')).rowCount, EVENTS);
    await client.query('update webhook set filter = null');
    await install.start();
    await eventually('all deliveries to end', async () => {
      const { rows } = await client.query<{ waiting: string }>(
        `select (select count(*) from outbox_event) + (select count(*) from held_event)
           + (select count(*) from webhook_delivery where is_waiting) as waiting`,
      );
      return Number(rows[0]?.waiting) === 0 ? true : undefined;
    });
    const { rows: records } = await client.query<{ event_id: string; succeeded: boolean }>(
      `select event_id, succeeded from webhook_delivery order by event_number desc limit ${EVENTS}`,
    );
    assert.ok(records.every(({ succeeded }) => succeeded));
    const sent = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'] as string);
    assert.deepEqual([...sent.keys()].toSorted(), records.map(({ event_id }) => event_id).toSorted());
    for (const same of sent.values()) assert.equal(new Set(same.map(({ body }) => body)).size, 1);
    const numbers = receiver.received.map(({ body }) => JSON.parse(body).data.processedRows as number);
    for (const rest of [0, 1, 2]) {
      const first = [...new Set(numbers.filter((number) => number % 3 === rest))];
      assert.deepEqual(
        first,
        first.toSorted((a, b) => a - b),
      );
    }
  });
