/** The timer that gives events to their subscribers. */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { newId } from '../../../core/base/id.ts';
import type { Timer } from '../../../core/background/jobs.ts';
import { takeLock, type Tx } from '../../../core/database/sql.ts';
import { hasEvents, moveEvents, selectOutboxEvents, type AcceptedEvent, type OutboxEvent } from '../outbox/index.ts';
import { CONSUMERS, logFailures, passToConsumer, type PassResult } from './held-events.ts';
import { holdEvents, selectHeldQueues } from './held-rows.ts';

/** Events in one transaction. */
const BATCH = 1000;

/** Changes write events without a wake-up, because most installs have no subscriber: one small statement in each period finds the events. */
export const fanOutTimer: Timer = {
  name: 'fan-out-events',
  milliseconds: 200,
  does: 'passes events to their subscribers',
  run: async ({ db, log, wakeups }) => {
    while (await hasEvents(db.reader)) {
      const { taken, topics, failures } = await db.transaction(fanOutBatch);
      logFailures(log, failures);
      if (topics.length > 0) wakeups.wake(topics);
      if (taken < BATCH) return;
    }
  },
};

/**
 * Takes a batch from the outbox and passes it to its subscribers. Only one process does so at a time, so that the order of numbers stays. New events of a
 * tenant wait behind its held events for the same consumer. Returns the number of events, the topics to wake and failures of consumers.
 */
async function fanOutBatch(tx: Tx): Promise<PassResult & { taken: number }> {
  const result = { taken: 0, topics: [] as string[], failures: [] as PassResult['failures'] };
  if (!(await takeLock(tx, 'fan-out-events'))) return result;
  const events = (await selectOutboxEvents(tx, BATCH)).map((event) => ({ ...event, id: newId() }));
  if (events.length === 0) return result;
  await moveEvents(tx, events);
  const heldQueues = new Set((await selectHeldQueues(tx)).map(({ consumer, tenant }) => `${consumer} ${tenant}`));
  for (const consumer of CONSUMERS) {
    const eventsByState = Map.groupBy(
      events.flatMap((event) => toAcceptedEvents(event, consumer.kind)),
      ({ tenant }) => heldQueues.has(`${consumer.kind} ${tenant}`),
    );
    const [held, ready] = [eventsByState.get(true), eventsByState.get(false)];
    if (held) await holdEvents(tx, consumer.kind, held);
    if (!ready) continue;
    const { topics, failures } = await passToConsumer(tx, consumer, ready);
    result.topics.push(...topics);
    result.failures.push(...failures);
  }
  reachFaultPoint('fan-out.before-commit');
  return { ...result, taken: events.length };
}

const toAcceptedEvents = (event: OutboxEvent & { id: string }, kind: string): AcceptedEvent[] => {
  const subscribers = event.subscribers?.[kind];
  if (subscribers === undefined) return [];
  const { id, number, type, tenant_id: tenant, data } = event;
  const { space_id: spaceId, resource_id: resourceId, owner_id: ownerId, actor_id: actorId, occurred_at: occurredAt } = event;
  return [{ id, number, type, tenant, spaceId, resourceId, ownerId, actorId, data, occurredAt, subscribers }];
};
