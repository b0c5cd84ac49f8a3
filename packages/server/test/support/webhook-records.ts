/** Records of webhooks for the test data of `world.ts`, in a final state: the background work of the server does not change them. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from '../../src/core/database/sql.ts';
import type { TestServer } from './server.ts';

/** Makes a webhook, a delivery of it and a listener; returns the ids in their paths. */
export async function webhookRecords({ call, platform }: TestServer) {
  const receiver = await call('POST /api/v1/webhooks', {
    body: { name: 'Walk', url: 'https://walk.example.com/', enabled: true, encryptedHeaders: { 'x-walk': '1' } },
  });
  const hook = { id: receiver.body.id as string };
  const sent = await call('POST /api/v1/webhooks/{id}/actions/test', { path: hook });
  const delivery = { ...hook, deliveryId: sent.body.id as string };
  // The sender changes only deliveries that wait.
  await platform.db.writer.rows(sql`
    update webhook_delivery
    set is_waiting = false,
        succeeded = true,
        attempts = 9,
        triggered_at = now()
    where id = ${delivery.deliveryId}`);
  const listener = await call('POST /api/v1/webhook-listeners', { body: { eventTypes: ['com.service.v1.webhook.test'] } });
  return { hook, delivery, listener: { id: listener.body.id as string } };
}

/** Waits until all events have left the outbox. */
export async function untilOutboxEmpty({ platform }: TestServer): Promise<void> {
  while (await platform.db.reader.any(sql`select from outbox_event`)) await wait(20);
}
