/** Handles consumers that fail: events are held for the affected tenant only, retried in their order, and set aside when they fail for too long. */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Timer } from '../../../core/background/jobs.ts';
import { now } from '../../../core/base/clock.ts';
import type { Tx } from '../../../core/database/db.ts';
import { firstIdAt } from '../../../core/database/partitions.ts';
import { contained } from '../../../core/database/savepoint.ts';
import { storable } from '../../../core/database/sql.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { AcceptedEvent } from '../outbox/index.ts';
import { CONSUMERS, type EventConsumer } from './consumers.ts';
import {
  forgetHeld,
  holdEvents,
  lockLine,
  recordFailure,
  removeHeld,
  selectHeldEvents,
  selectHeldLines,
  type HeldLine,
} from './held-queries.ts';

/** The days for which events and their deliveries are kept. */
export const KEPT_DAYS = 7;
/** Seconds from each failure on a single event to the next attempt; after the last one it is set aside. */
const PAUSES: readonly number[] = [5, 15, 45, 135, 405, 1215];
const LONGEST_PAUSE = Math.max(...PAUSES);
/** Events of one tenant and consumer in one transaction. */
const BATCH = 100;
const MOST_ERROR_CHARACTERS = 1000;

/** A failure of a consumer; `number` is that of an event that is set aside. */
type Failure = HeldLine & { error: unknown; number?: string };

/** The result of passing on events: the topics to wake, and the failures to log. */
export type Given = { topics: string[]; failures: Failure[] };

/**
 * Passes events to a consumer. If it fails, it gets the events of each tenant separately, and those of tenants for which it fails again are held.
 * @rule events.consumers.apart
 */
export async function give(tx: Tx, { kind, accept }: EventConsumer, events: readonly AcceptedEvent[]): Promise<Given> {
  const all = await contained(tx, () => accept(tx, events));
  if ('result' in all) return { topics: [...(all.result ?? [])], failures: [] };
  const given: Given = { topics: [], failures: [] };
  for (const [tenant, theirs] of Map.groupBy(events, (event) => event.tenant)) {
    const one = await contained(tx, () => accept(tx, theirs));
    if ('result' in one) given.topics.push(...(one.result ?? []));
    else {
      await holdEvents(tx, kind, theirs);
      given.failures.push({ consumer: kind, tenant, error: one.error });
    }
  }
  return given;
}

/** Retries held events; those of each tenant and consumer in their own transaction. */
export const retryHeldEvents: Timer = {
  name: 'retry-held-events',
  milliseconds: 2000,
  run: async ({ db, log, wakeups }) => {
    for (const line of await selectHeldLines(db.reader)) {
      const consumer = CONSUMERS.find(({ kind }) => kind === line.consumer);
      if (!consumer) continue;
      const { topics, failures } = await db.transaction((tx) => retryLine(tx, line, consumer));
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
async function retryLine(tx: Tx, line: HeldLine, { accept }: EventConsumer): Promise<Given> {
  const given: Given = { topics: [], failures: [] };
  if (!(await lockLine(tx, line))) return given;
  const [first, ...others] = await selectHeldEvents(tx, line, LONGEST_PAUSE, BATCH);
  if (!first?.isDue) return given;
  const taken: string[] = [];
  for (const { tries, isDue: _isDue, ...event } of [first, ...others]) {
    const outcome = await contained(tx, () => accept(tx, [event]));
    if ('result' in outcome) {
      taken.push(event.number);
      given.topics.push(...(outcome.result ?? []));
      continue;
    }
    const { error } = outcome;
    const pause = PAUSES[tries];
    await recordFailure(tx, line, event.number, storable(String(error).slice(0, MOST_ERROR_CHARACTERS)), pause);
    given.failures.push({ ...line, error, ...(pause === undefined && { number: event.number }) });
    if (pause !== undefined) break;
  }
  await removeHeld(tx, line, taken);
  reachFaultPoint('held-events.before-commit');
  return given;
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
  run: async ({ db }) => void (await forgetHeld(db.writer, firstIdAt(new Date(now().getTime() - KEPT_DAYS * 86_400_000)))),
};
