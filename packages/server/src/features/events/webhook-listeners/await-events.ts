/** Waits for the events of a listener. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import type { Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { StoredEvent } from '../outbox/index.ts';
import { readEventFilter } from '../webhooks/index.ts';
import { type ListenerRow, selectNextEvents } from './rows.ts';

/** The time between two queries for new events. */
const POLL_MILLISECONDS = 500;
const MAX_EVENTS = 100;

/**
 * Returns the next events that fit the filter, and the cursor after them. If there are none, it waits up to the time that the caller allows.
 * @rule webhook-listeners.events.wait
 */
export async function awaitEvents(
  tx: Tx,
  actor: Actor,
  listener: ListenerRow,
  { after, milliseconds, signal }: { after: string; milliseconds: number; signal: AbortSignal },
): Promise<{ events: StoredEvent[]; last: string }> {
  const fits = listener.filter === null ? () => true : readEventFilter(listener.filter, listener.event_types);
  const end = monotonicMilliseconds() + milliseconds;
  for (let last = after; ;) {
    const rows = await selectNextEvents(tx, actor, listener, last, MAX_EVENTS);
    last = rows.at(-1)?.id ?? last;
    const events = rows.filter((row) => fits({ spaceId: row.space_id, topLevelResourceId: row.resource_id, data: row.data }));
    if (events.length > 0 || monotonicMilliseconds() >= end || signal.aborted) return { events, last };
    if (rows.length < MAX_EVENTS) await wait(POLL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}
