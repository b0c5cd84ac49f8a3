/** The timer that fans events out. */
import { newId } from '../../../core/base/id.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Tx } from '../../../core/database/db.ts';
import { CONSUMERS } from './consumers.ts';
import type { AcceptedEvent } from '../notifications/index.ts';
import { DELIVERIES_BELL } from '../webhooks/index.ts';
import { deliver } from './deliver.ts';
import { hasEvents, lockOutbox, moveEvents, selectOutboxEvents, type OutboxEvent } from './queries.ts';

/** Events in one transaction. */
const BATCH = 1000;

/** An event that changes write has no wake-up, since most installs have no subscriber: one small statement a period finds it. */
export const fanOutTimer: Timer = {
  name: 'fan-out-events',
  milliseconds: 200,
  run: async ({ db, wakeups }) => {
    while (await hasEvents(db.reader)) {
      const { taken, hasDeliveries } = await db.transaction(fanOutBatch);
      if (hasDeliveries) wakeups.wake([DELIVERIES_BELL]);
      if (taken < BATCH) return;
    }
  },
};

/** Takes a batch off the outbox and gives it to its subscribers. None is taken while another process does this: the order of numbers is kept. */
async function fanOutBatch(tx: Tx): Promise<{ taken: number; hasDeliveries: boolean }> {
  if (!(await lockOutbox(tx))) return { taken: 0, hasDeliveries: false };
  const events = (await selectOutboxEvents(tx, BATCH)).map((event) => ({ ...event, id: newId() }));
  if (events.length === 0) return { taken: 0, hasDeliveries: false };
  await moveEvents(tx, events);
  const hasDeliveries = await deliver(tx, events);
  for (const { kind, accept } of CONSUMERS) {
    const theirs = events.flatMap((event) => fannedTo(event, kind));
    if (theirs.length > 0) await accept(tx, theirs);
  }
  return { taken: events.length, hasDeliveries };
}

const fannedTo = (event: OutboxEvent & { id: string }, kind: string): AcceptedEvent[] => {
  const subscribers = event.subscribers?.[kind];
  if (subscribers === undefined) return [];
  const { id, type, tenant_id: tenant, space_id: spaceId, resource_id: resourceId, data, occurred_at: occurredAt } = event;
  return [{ id, type, tenant, spaceId, resourceId, data, occurredAt, subscribers }];
};
