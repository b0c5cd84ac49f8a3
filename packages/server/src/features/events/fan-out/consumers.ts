/** What takes events off the fan-out, by the kind of its subscribers. */
import type { Tx } from '../../../core/database/db.ts';
import { alertConsumer } from '../alerts/index.ts';
import { notificationConsumer, type AcceptedEvent } from '../notifications/index.ts';

/** Gives events to the subscribers of a kind, in the transaction that takes them from the outbox. The events are in their order. */
export type EventConsumer = { kind: string; accept(tx: Tx, events: readonly AcceptedEvent[]): Promise<unknown> };

/** All consumers but webhooks, to which each batch of events is given by `deliver`. */
export const CONSUMERS: readonly EventConsumer[] = [alertConsumer, notificationConsumer];
