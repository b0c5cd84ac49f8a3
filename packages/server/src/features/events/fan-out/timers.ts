/** The timer that fans events out. */
import { newId } from '../../../core/base/id.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import type { Tx } from '../../../core/database/db.ts';
import { hasEvents, lockOutbox, moveEvents, selectOutboxEvents, type AcceptedEvent, type OutboxEvent } from '../outbox/index.ts';
import { CONSUMERS } from './consumers.ts';

/** Events in one transaction. */
const BATCH = 1000;

/** An event that changes write has no wake-up, since most installs have no subscriber: one small statement a period finds it. */
export const fanOutTimer: Timer = {
  name: 'fan-out-events',
  milliseconds: 200,
  run: async ({ db, wakeups }) => {
    while (await hasEvents(db.reader)) {
      const { taken, topics } = await db.transaction(fanOutBatch);
      if (topics.length > 0) wakeups.wake(topics);
      if (taken < BATCH) return;
    }
  },
};

/**
 * Takes a batch off the outbox and gives it to its subscribers. None is taken while another process does this: the order of numbers is kept. Returns
 * the number of events and the topics to wake.
 */
async function fanOutBatch(tx: Tx): Promise<{ taken: number; topics: string[] }> {
  if (!(await lockOutbox(tx))) return { taken: 0, topics: [] };
  const events = (await selectOutboxEvents(tx, BATCH)).map((event) => ({ ...event, id: newId() }));
  if (events.length === 0) return { taken: 0, topics: [] };
  await moveEvents(tx, events);
  const topics: string[] = [];
  for (const { kind, accept } of CONSUMERS) {
    const theirs = events.flatMap((event) => fannedTo(event, kind));
    if (theirs.length > 0) topics.push(...((await accept(tx, theirs)) ?? []));
  }
  return { taken: events.length, topics };
}

const fannedTo = (event: OutboxEvent & { id: string }, kind: string): AcceptedEvent[] => {
  const subscribers = event.subscribers?.[kind];
  if (subscribers === undefined) return [];
  const { id, number, type, tenant_id: tenant, data } = event;
  const { space_id: spaceId, resource_id: resourceId, owner_id: ownerId, actor_id: actorId, occurred_at: occurredAt } = event;
  return [{ id, number, type, tenant, spaceId, resourceId, ownerId, actorId, data, occurredAt, subscribers }];
};
