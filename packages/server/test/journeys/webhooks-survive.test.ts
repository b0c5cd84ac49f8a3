// run: own process, waiting, in test:all because it starts and kills whole programs
/**
 * Fan-out and the sender of webhooks kill themselves at each fault point: every event arrives, in order; a repetition has the same id and bytes. A process
 * that is stopped records the answers to its requests.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
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
/** The unanswered requests, by their resources; undefined while the receiver answers at once. */
let unanswered: Map<string, ServerResponse> | undefined;
const receiver = await startReceiver({ cert: certificate, key: certificateKey }, (response, { body }) => {
  if (unanswered) unanswered.set(JSON.parse(body).data.resource, response);
  else response.writeHead(204).end();
});
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
    // The lease of the killed process would last some seconds longer.
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

test('a stop records the answers to running requests; a request without an answer is sent again', async () => {
  receiver.received.length = 0;
  unanswered = new Map();
  await client.query(
    `insert into outbox_event (tenant_id, type, resource_id, data)
     select t.id, $1, r, json_build_object('resource', r)
     from tenant t, unnest(array['answered', 'silent']) as r`,
    [TYPE],
  );
  const pending = unanswered;
  await eventually('both requests', async () => (pending.size === 2 ? true : undefined));
  const { url } = install;
  const stopped = install.stop();
  const serves = (): Promise<boolean> =>
    fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
  await eventually('the API to close', async () => ((await serves()) ? undefined : true));
  pending.get('answered')?.writeHead(204).end();
  assert.equal(await stopped, 0);
  const { rows } = await client.query<{ resource_id: string; succeeded: boolean | null; attempts: number }>(
    `select resource_id, succeeded, attempts from webhook_delivery order by event_number desc limit 2`,
  );
  assert.deepEqual(
    rows.toSorted((a, b) => a.resource_id.localeCompare(b.resource_id)),
    [
      { resource_id: 'answered', succeeded: true, attempts: 1 },
      { resource_id: 'silent', succeeded: null, attempts: 0 },
    ],
  );
  unanswered = undefined;
  await install.start();
  await eventually('the unanswered request is sent again', async () => (receiver.received.length === 3 ? true : undefined));
  await eventually('all deliveries to end', async () =>
    (await client.query('select id from webhook_delivery where is_waiting')).rowCount === 0 ? true : undefined,
  );
  const resources = receiver.received.map(({ body, headers }) => [JSON.parse(body).data.resource as string, headers['webhook-id']]);
  const silent = resources.filter(([resource]) => resource === 'silent').map(([, id]) => id);
  assert.deepEqual([resources.length, silent.length, new Set(silent).size], [3, 2, 1], 'the answered request was sent once');
});
