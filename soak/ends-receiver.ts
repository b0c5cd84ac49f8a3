/** A receiver of a webhook that records which events said that an execution has ended. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@millrace/contract/client';
import { certificate, certificateKey } from '../packages/server/test/support/certificate.ts';
import type { Stage } from './stage.ts';

/** Seconds after the end of the load within which all events must arrive. */
const ARRIVAL_SECONDS = 120;

/** The running receiver. */
export type EndsReceiver = {
  /** The settings with which servers accept its certificate and its address. */
  environment: Record<string, string>;
  /** Creates the webhook that calls the receiver. */
  subscribe(client: Client): Promise<void>;
  /**
   * Waits until the end of each execution has arrived, at most two minutes. Returns how many events arrived, repetitions included; how many executions
   * have none; and how many different events there were beyond the first one of each execution.
   */
  endsOf(executions: readonly string[]): Promise<{ arrived: number; missing: number; doubled: number }>;
  /** The times at which the different events of an execution arrived first, in epoch milliseconds. */
  arrivalsOf(execution: string): readonly number[];
};

type Event = { id: string; data: { executionId: string } };

/** Starts the receiver. */
export async function receiveEnds(stage: Stage): Promise<EndsReceiver> {
  let arrived = 0;
  /** The ids of the events of each execution, with the time of the first arrival. An event that is sent again has the same id. */
  const events = new Map<string, Map<string, number>>();
  const server = createServer({ cert: certificate, key: certificateKey }, async (request, response) => {
    const { id, data } = (await json(request)) as Event;
    arrived += 1;
    const known = events.get(data.executionId) ?? new Map<string, number>();
    events.set(data.executionId, known.set(id, known.get(id) ?? Date.now()));
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stage.onEnd(() => server.close());
  stage.onEnd(() => server.closeAllConnections());
  const authorities = join(stage.folder, 'receiver.pem');
  await writeFile(authorities, certificate);
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  return {
    environment: { MILLRACE_WEBHOOK_CA: authorities, MILLRACE_WEBHOOK_NETWORKS: 'loopback' },
    subscribe: async (client) => {
      const eventTypes = ['com.service.v1.task.run.finished'];
      await client.call('POST /api/v1/webhooks', { body: { name: 'ends', url, level: 'tenant', enabled: true, eventTypes } });
    },
    arrivalsOf: (execution) => [...(events.get(execution)?.values() ?? [])],
    endsOf: async (executions) => {
      const missing = (): number => executions.filter((id) => !events.has(id)).length;
      for (const until = performance.now() + ARRIVAL_SECONDS * 1000; missing() > 0 && performance.now() < until;) await wait(200);
      const doubled = [...events.values()].reduce((sum, ids) => sum + ids.size - 1, 0);
      return { arrived, missing: missing(), doubled };
    },
  };
}
