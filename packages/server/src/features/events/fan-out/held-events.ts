/**
 * The consumers of events, and those that fail: events are held for the affected tenant only, retried in their order, and set aside when they fail for
 * too long.
 */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Timer } from '../../../core/background/jobs.ts';
import { now } from '../../../core/base/clock.ts';
import { firstIdAt } from '../../../core/database/partitions.ts';
import { runContained } from '../../../core/database/savepoint.ts';
import { storable, takeLock, type Tx } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { lineageConsumer } from '../../catalog/lineage/index.ts';
import { alertConsumer } from '../alerts/index.ts';
import { notificationConsumer } from '../notifications/index.ts';
import type { AcceptedEvent } from '../outbox/index.ts';
import { webhookConsumer } from '../webhooks/index.ts';
import { forgetHeld, type HeldQueue, holdEvents, recordFailure, removeHeld, selectHeldEvents, selectHeldQueues } from './held-rows.ts';

/**
 * Passes events to the subscribers of a kind, in the transaction that takes them from the outbox. The events are in order. `accept` may return topics to
 * wake after the transaction.
 */
export type EventConsumer = { kind: string; accept(tx: Tx, events: readonly AcceptedEvent[]): Promise<readonly string[] | void> };

/** The consumers of all kinds except `listener`: a listener reads stored events itself. */
export const CONSUMERS: readonly EventConsumer[] = [webhookConsumer, alertConsumer, notificationConsumer, lineageConsumer];

/** The days for which events and their deliveries are kept. */
export const KEPT_DAYS = 7;
/** Seconds from each failure on a single event to the next attempt; after the last one it is set aside. */
const PAUSES: readonly number[] = [5, 15, 45, 135, 405, 1215];
const LONGEST_PAUSE = Math.max(...PAUSES);
/** Events of one tenant and consumer in one transaction. */
const BATCH = 100;
const MAX_ERROR_CHARACTERS = 1000;

/** A failure of a consumer; `number` is that of an event that is set aside. */
type Failure = HeldQueue & { error: unknown; number?: string };

/** The result of passing on events: the topics to wake, and the failures to log. */
export type PassResult = { topics: string[]; failures: Failure[] };

/**
 * Passes events to a consumer. If it fails, it gets the events of each tenant separately, and those of tenants for which it fails again are held.
 * @rule events.consumers.apart
 */
export async function passToConsumer(tx: Tx, { kind, accept }: EventConsumer, events: readonly AcceptedEvent[]): Promise<PassResult> {
  const all = await runContained(tx, () => accept(tx, events));
  if ('result' in all) return { topics: [...(all.result ?? [])], failures: [] };
  const result: PassResult = { topics: [], failures: [] };
  for (const [tenant, eventsOfTenant] of Map.groupBy(events, (event) => event.tenant)) {
    const attempt = await runContained(tx, () => accept(tx, eventsOfTenant));
    if ('result' in attempt) result.topics.push(...(attempt.result ?? []));
    else {
      await holdEvents(tx, kind, eventsOfTenant);
      result.failures.push({ consumer: kind, tenant, error: attempt.error });
    }
  }
  return result;
}

/** Retries held events; those of each tenant and consumer in their own transaction. */
export const retryHeldEvents: Timer = {
  name: 'retry-held-events',
  milliseconds: 2000,
  does: 'passes events again to a consumer that failed on them',
  run: async ({ db, log, wakeups }) => {
    for (const queue of await selectHeldQueues(db.reader)) {
      const consumer = CONSUMERS.find(({ kind }) => kind === queue.consumer);
      if (!consumer) continue;
      const { topics, failures } = await db.transaction((tx) => retryQueue(tx, queue, consumer));
      logFailures(log, failures);
      if (topics.length > 0) wakeups.wake(topics);
    }
  },
};

/**
 * Passes the held events of a tenant to their consumer, one after the other, up to the first on which it fails.
 * @rule events.consumers.order
 * @rule events.consumers.aside
 */
async function retryQueue(tx: Tx, queue: HeldQueue, { accept }: EventConsumer): Promise<PassResult> {
  const result: PassResult = { topics: [], failures: [] };
  if (!(await takeLock(tx, `held-events ${queue.consumer} ${queue.tenant}`))) return result;
  const [first, ...others] = await selectHeldEvents(tx, queue, LONGEST_PAUSE, BATCH);
  if (!first?.isDue) return result;
  const taken: string[] = [];
  for (const { tries, isDue: _isDue, ...event } of [first, ...others]) {
    const outcome = await runContained(tx, () => accept(tx, [event]));
    if ('result' in outcome) {
      taken.push(event.number);
      result.topics.push(...(outcome.result ?? []));
      continue;
    }
    const { error } = outcome;
    const pause = PAUSES[tries];
    await recordFailure(tx, queue, event.number, storable(String(error).slice(0, MAX_ERROR_CHARACTERS)), pause);
    result.failures.push({ ...queue, error, ...(pause === undefined && { number: event.number }) });
    if (pause !== undefined) break;
  }
  await removeHeld(tx, queue, taken);
  reachFaultPoint('held-events.before-commit');
  return result;
}

/** Logs the failures of consumers. */
export function logFailures(log: Platform['log'], failures: readonly Failure[]): void {
  for (const { consumer, tenant, error, number } of failures)
    if (number === undefined)
      log.warn({ err: error, consumer, tenant }, 'a consumer of events failed; the events of the tenant are held for it and tried again');
    else log.error({ err: error, consumer, tenant, number }, 'a consumer of events failed too often on an event, and goes on without it');
}

/** Deletes held events whose partitions are dropped. */
export const forgetHeldEvents: Timer = {
  name: 'forget-held-events',
  milliseconds: 3_600_000,
  does: 'deletes held events of days that are dropped',
  run: async ({ db }) => void (await forgetHeld(db.writer, firstIdAt(new Date(now().getTime() - KEPT_DAYS * 86_400_000)))),
};
