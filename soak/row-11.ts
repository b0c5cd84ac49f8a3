/**
 * Webhooks arrive at least once although their senders are killed: two control planes on one database, events in a steady stream, SIGKILL to one of them
 * in turn. Every event reaches every healthy receiver or is in the history as failed; an event that arrives twice has the same id and the same bytes.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startDatabaseServer } from '../bench/processes.ts';
import { certificate, certificateKey } from '../packages/server/test/support/certificate.ts';
import { killAndRestart, startInstallation } from './installation.ts';
import { soak } from './stage.ts';

const TYPE = 'com.service.v1.task.run.finished';
/** The number of events that one statement writes, and the number of resources of the events. */
const [BATCH, RESOURCES] = [2, 40];
/** Milliseconds between two writes, and between two kills on average. */
const BETWEEN_WRITES = 100;
const BETWEEN_KILLS = 1500;
/** The wait for deliveries ends when no delivery has ended for this number of milliseconds; even the slow receiver accepts many in that time. */
const IDLE_TIMEOUT = 120_000;
/** The flaky receiver answers the first attempt of each event whose number is a multiple of this with 500. */
const FLAKY = 7;

type Arrival = { webhook: string; id: string; digest: string; number: number; resource: string };

await soak(11, 'webhooks at least once', undefined, async (stage) => {
  const kills = stage.short ? 5 : 60;
  const arrivals: Arrival[] = [];
  const refused = new Set<string>();
  const server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const webhook = (request.url ?? '').slice(1);
      const body = Buffer.concat(chunks);
      const {
        id,
        toplevelresourceid: resource,
        data,
      } = JSON.parse(body.toString()) as {
        id: string;
        toplevelresourceid: string;
        data: { processedRows: number };
      };
      // Once for each event, because the second retry comes after five minutes.
      if (webhook === 'flaky' && data.processedRows % FLAKY === 0 && !refused.has(id)) {
        refused.add(id);
        return void response.writeHead(500).end();
      }
      if (id !== request.headers['webhook-id']) return void response.writeHead(400).end();
      arrivals.push({ webhook, id, digest: createHash('sha256').update(body).digest('hex'), number: data.processedRows, resource });
      setTimeout(() => response.writeHead(204).end(), webhook === 'slow' ? 300 : 0);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stage.onEnd(() => server.closeAllConnections());
  stage.onEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  const authorities = join(stage.folder, 'receivers.pem');
  await writeFile(authorities, certificate);
  const database = await startDatabaseServer(stage);
  const databaseUrl = await database.create('soak');
  const installation = await startInstallation(stage, {
    databaseUrl,
    planes: 2,
    engines: 0,
    tasks: 1,
    environment: { MILLRACE_WEBHOOK_CA: authorities, MILLRACE_WEBHOOK_NETWORKS: 'loopback' },
  });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  stage.onEnd(() => client.end());
  const webhooks = ['fast', 'slow', 'flaky', 'gone'];
  await client.query(
    `insert into webhook (id, tenant_id, name, url, level, enabled, event_types, headers, encrypted_header_names, cloud_events, checks_revocation,
       origin, created_by, updated_by)
     select gen_random_uuid(), t.id, n.name, n.url, 'tenant', true, $3, '{}', '{}', true, false, 'api', t.id, t.id
     from tenant t, unnest($1::text[], $2::text[]) as n (name, url)`,
    [webhooks, webhooks.map((name) => `https://localhost:${name === 'gone' ? 9 : port}/${name}`), [TYPE]],
  );
  await client.query(
    `insert into event_subscription (tenant_id, type, subscriber_kind, subscriber_id) select tenant_id, $1, 'webhook', id from webhook`,
    [TYPE],
  );
  let raised = 0;
  const ended = new AbortController();
  const raising = (async () => {
    for (; !ended.signal.aborted; await wait(BETWEEN_WRITES)) {
      await client.query(
        `insert into outbox_event (tenant_id, type, resource_id, data)
         select t.id, $1, 'resource ' || (n.number % $4), json_build_object('processedRows', n.number)
         from tenant t, generate_series($2::int, $3::int) as n (number)
         order by n.number`,
        [TYPE, raised, raised + BATCH - 1, RESOURCES],
      );
      raised += BATCH;
    }
  })();
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(BETWEEN_KILLS * (0.5 + stage.random()));
    const plane = installation.planes[kill % installation.planes.length];
    if (plane) await killAndRestart(plane);
  }
  await wait(BETWEEN_KILLS);
  ended.abort();
  await raising;
  const waiting = async (): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(
      `select (select count(*) from outbox_event)
              + (select count(*) from webhook_delivery d join webhook w on w.id = d.webhook_id where d.is_waiting and w.name <> 'gone') as count`,
    );
    return Number(rows[0]?.count);
  };
  for (let until = performance.now() + IDLE_TIMEOUT, remaining = Infinity; performance.now() < until && remaining > 0; await wait(500)) {
    const count = await waiting();
    if (count < remaining) until = performance.now() + IDLE_TIMEOUT;
    remaining = Math.min(remaining, count);
  }
  const { rows: records } = await client.query<{ name: string; total: string; succeeded: string; attempted: string }>(
    `select w.name, count(d.id) as total, count(*) filter (where d.succeeded) as succeeded, count(*) filter (where d.attempts > 0) as attempted
     from webhook w
     left join webhook_delivery d on d.webhook_id = w.id
     group by w.name`,
  );
  const recordOf = new Map(records.map((record) => [record.name, record]));
  const healthy = ['fast', 'slow', 'flaky'];
  const sum = (count: (webhook: string) => number): number => healthy.reduce((all, webhook) => all + count(webhook), 0);
  const arrivalsAt = (name: string): Arrival[] => arrivals.filter(({ webhook }) => webhook === name);
  const distinct = (webhook: string): number => new Set(arrivalsAt(webhook).map(({ number }) => number)).size;
  const unequal = [...Map.groupBy(arrivals, ({ webhook, number }) => `${webhook} ${number}`).values()].filter(
    (same) => new Set(same.map(({ id, digest }) => id + digest)).size > 1,
  ).length;
  const unordered = sum(
    (webhook) =>
      [...Map.groupBy(arrivalsAt(webhook), ({ resource }) => resource).values()].filter((sent) => {
        const first = [...new Set(sent.map(({ number }) => number))];
        return first.some((number, index) => index > 0 && number < (first[index - 1] ?? 0));
      }).length,
  );
  return {
    facts: [
      ['control planes', 2],
      ['times that one was killed', kills],
      ['events', raised],
      ['arrived at healthy receivers, repetitions included', sum((webhook) => arrivalsAt(webhook).length)],
      ['of these repetitions', sum((webhook) => arrivalsAt(webhook).length - distinct(webhook))],
      ['waiting for the receiver that is gone', Number(recordOf.get('gone')?.total)],
      ['attempts at the receiver that is gone, of different events', Number(recordOf.get('gone')?.attempted)],
    ],
    zero: {
      'events that a healthy receiver never got': sum((webhook) => raised - distinct(webhook)),
      'events without a record': [...recordOf.values()].reduce((all, { total }) => all + raised - Number(total), 0),
      'arrived events whose record has no success': sum((webhook) => raised - Number(recordOf.get(webhook)?.succeeded)),
      'repetitions with another id or other bytes': unequal,
      'resources whose events arrived in another order': unordered,
    },
  };
});
