/** P9: deliveries to 200 webhooks, of which a tenth is dead and a twentieth answers after ten seconds. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { certificate } from '../packages/server/test/support/certificate.ts';
import { type Comparison, type Contestant, percentile } from './contestant.ts';
import { connectTo, startDatabaseServer, type DatabaseServer, startPeer, type PeerProcess } from './processes.ts';
import { bench } from './harness.ts';
import { startMillrace } from './millrace.ts';
import type { Deliveries } from './peers/bullmq-webhooks.ts';
import type { ReceiverQuestion } from './peers/webhook-receivers.ts';
import { freePort } from '../packages/engine/test/free-port.ts';
import { findRedis, redisVersion, startRedis } from './redis.ts';

const OURS = 'Millrace';
const TYPE = 'com.service.v1.task.run.finished';
const ENDPOINTS = 200;
/** Deliveries in a second. */
const TARGET = 3000;
/** Of twenty endpoints, two are dead and one is slow. */
const [GROUP, DEAD, SLOW] = [20, 2, 1];
/** The number of events that one statement writes, and the number of resources of an endpoint. */
const [BATCH, RESOURCES] = [100, 50];
/** Milliseconds within which all deliveries must arrive. */
const TIMEOUT_MILLISECONDS = 120_000;

/** An endpoint by its number. */
type Endpoint = { index: number; kind: 'ok' | 'slow' | 'dead'; url: string };

/** A system that delivers webhooks. `raise` stores one event for each endpoint of the list. */
type Deliverer = Required<Pick<Contestant, 'name' | 'start'>> & { raise(endpoints: readonly Endpoint[]): Promise<void> };

const kindOf = (index: number): Endpoint['kind'] => (index % GROUP < DEAD ? 'dead' : index % GROUP < DEAD + SLOW ? 'slow' : 'ok');

await bench('P9', 'webhooks with dead and slow receivers', async (stage) => {
  const [events, seconds] = stage.smoke ? [400, 1] : stage.quick ? [20_000, 5] : [50_000, 17];
  const database = await startDatabaseServer(stage);
  const receivers = await startPeer(stage, 'webhook-receivers', {});
  const ask = <Answer>(question: ReceiverQuestion): Promise<Answer> => receivers.ask<Answer>(question);
  const [port, deadPort] = [await ask<number>('port'), await freePort()];
  const authorities = join(stage.folder, 'receivers.pem');
  await writeFile(authorities, certificate);
  const endpoints = Array.from({ length: ENDPOINTS }, (_, index): Endpoint => {
    const kind = kindOf(index);
    return { index, kind, url: `https://localhost:${kind === 'dead' ? deadPort : port}/${kind}/${index}` };
  });
  const redis = findRedis();
  const deliverers = (): Deliverer[] => [
    millrace(database, authorities, endpoints),
    bullmq(database, authorities, undefined),
    ...(redis ? [bullmq(database, authorities, redis)] : []),
  ];
  const healthyShare = endpoints.filter(({ kind }) => kind === 'ok').length / ENDPOINTS;
  const healthyOf = (count: number): number => Math.round(count * healthyShare);
  const batchesOf = (count: number): Endpoint[][] =>
    Array.from({ length: count / BATCH }, (_, batch) =>
      Array.from({ length: BATCH }, (__, index) => endpoints[(batch * BATCH + index) % ENDPOINTS] as Endpoint),
    );
  async function untilDelivered(count: number): Promise<number> {
    for (const until = Date.now() + TIMEOUT_MILLISECONDS; Date.now() < until; await wait(50)) {
      const delivered = await ask<{ count: number; last: number }>('count');
      if (delivered.count >= count) return delivered.last;
    }
    const { count: delivered } = await ask<{ count: number }>('count');
    throw new Error(`${delivered} of ${count} deliveries to healthy receivers within ${TIMEOUT_MILLISECONDS / 1000} s`);
  }
  const contestant = ({ name, start, raise }: Deliverer, run: (raise: Deliverer['raise']) => Promise<number>): Contestant => ({
    name,
    start: async (turn) => {
      await start(turn);
      await ask('forget');
      await raise(batchesOf(2 * ENDPOINTS).flat());
      await untilDelivered(healthyOf(2 * ENDPOINTS));
      await wait(500);
      await ask('forget');
    },
    run: () => run(raise),
  });
  const skipped = redis ? undefined : { 'BullMQ on Redis': 'this machine has no redis-server (Debian: apt-get install redis-server)' };
  const notes = [
    `${ENDPOINTS} HTTPS receivers: 10 % refuse the connection, 5 % answer after ten seconds, the others at once; an event goes to one of them.`,
    'Millrace: the events are rows of the outbox; it signs each request twice, keeps the order of each resource, and records each attempt with request and answer.',
    'BullMQ: a job for each delivery, 200 at a time, sent by fetch and signed once; it keeps no order, and its record is the completed job.',
    ...(redis ? [`Redis ${redisVersion(redis)} writes its journal to the disk once a second.`] : []),
  ];
  const comparisons: Comparison[] = [
    {
      title: `${events.toLocaleString('en')} events at once: deliveries to healthy receivers, until the last one`,
      unit: 'deliveries/s',
      better: 'more',
      contestants: deliverers().map((deliverer) =>
        contestant(deliverer, async (raise) => {
          const startedAt = Date.now();
          for (const batch of batchesOf(events)) await raise(batch);
          const healthy = healthyOf(events);
          return (healthy * 1000) / ((await untilDelivered(healthy)) - startedAt);
        }),
      ),
      target: { text: `${TARGET.toLocaleString('en')} deliveries/s`, reached: (median) => median(OURS) >= TARGET },
      notes,
      ...(skipped && { skipped }),
    },
    {
      title: `${TARGET.toLocaleString('en')} events/s for ${seconds} s: 99th percentile from the event to its arrival at a healthy receiver`,
      unit: 'ms',
      better: 'less',
      contestants: deliverers().map((deliverer) =>
        contestant(deliverer, async (raise) => {
          const startedAt = Date.now();
          const batches = batchesOf(stage.smoke ? events : TARGET * seconds);
          for (const [index, batch] of batches.entries()) {
            await wait(Math.max(0, startedAt + (index * BATCH * 1000) / TARGET - Date.now()));
            await raise(batch);
          }
          await untilDelivered(healthyOf(batches.length * BATCH));
          return percentile(await ask<number[]>('delays'), 0.99);
        }),
      ),
      target: { text: 'less than 1,000 ms', reached: (median) => median(OURS) < 1000 },
      ...(skipped && { skipped }),
    },
  ];
  return stage.smoke ? comparisons.slice(0, 1) : comparisons;
});

function millrace(server: DatabaseServer, authorities: string, endpoints: readonly Endpoint[]): Deliverer {
  let client: Client;
  let number = 0;
  return {
    name: OURS,
    start: async (turn) => {
      const databaseUrl = await server.create('webhooks', turn);
      await startMillrace(turn, databaseUrl, 'none', {
        settings: { MILLRACE_WEBHOOK_CA: authorities, MILLRACE_WEBHOOK_NETWORKS: 'loopback' },
      });
      client = await connectTo(databaseUrl, turn);
      await client.query(
        `insert into tenant (id, name) select md5('tenant ' || n)::uuid, 'bench' from generate_series(0, ${endpoints.length - 1}) as n`,
      );
      await client.query(
        `insert into webhook (id, tenant_id, name, url, level, enabled, event_types, headers, encrypted_header_names, cloud_events, checks_revocation,
           origin, created_by, updated_by)
         select md5('webhook ' || n.index)::uuid, md5('tenant ' || n.index)::uuid, 'bench', n.url, 'tenant', true, $2, '{}', '{}', true, false, 'api',
                md5('tenant ' || n.index)::uuid, md5('tenant ' || n.index)::uuid
         from json_to_recordset($1::json) as n (index int, url text)`,
        [JSON.stringify(endpoints), [TYPE]],
      );
      await client.query(
        `insert into event_subscription (tenant_id, type, subscriber_kind, subscriber_id) select tenant_id, $1, 'webhook', id from webhook`,
        [TYPE],
      );
    },
    raise: async (batch) => {
      const rows = batch.map(({ index }) => ({ index, resource: `resource ${(number += 1) % RESOURCES}` }));
      await client.query({
        name: 'raise',
        text: `insert into outbox_event (tenant_id, type, resource_id, occurred_at, data)
               select md5('tenant ' || n.index)::uuid, $2, n.resource, clock_timestamp(),
                      '{"executionId": "019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a11", "taskId": "019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a12", "taskName": "load-airports", "status": "ok", "executionStatus": "EXECUTION_SUCCESS"}'
               from json_to_recordset($1::json) as n (index int, resource text)`,
        values: [JSON.stringify(rows), TYPE],
      });
    },
  };
}

function bullmq(server: DatabaseServer, authorities: string, binary: string | undefined): Deliverer {
  let peer: PeerProcess;
  return {
    name: binary === undefined ? 'BullMQ on PostgreSQL and fetch' : 'BullMQ on Redis and fetch',
    start: async (turn) => {
      const store: Record<string, string> =
        binary === undefined
          ? { DATABASE_URL: await server.create('bullmq_webhooks', turn) }
          : { REDIS_URL: (await startRedis(turn, binary)).url };
      peer = await startPeer(turn, 'bullmq-webhooks', { ...store, NODE_EXTRA_CA_CERTS: authorities });
    },
    raise: async (batch) => {
      const deliveries: Deliveries = batch.map(({ url }) => ({
        url,
        body: JSON.stringify({
          specversion: '1.0',
          id: crypto.randomUUID(),
          time: new Date().toISOString(),
          type: TYPE,
          data: { executionId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a11', taskName: 'load-airports', status: 'ok' },
        }),
      }));
      await peer.ask(deliveries);
    },
  };
}
