/** The consumers of events, by the kind of their subscribers. */
import type { Tx } from '../../../core/database/db.ts';
import { lineageConsumer } from '../../catalog/lineage/index.ts';
import { alertConsumer } from '../alerts/index.ts';
import { notificationConsumer } from '../notifications/index.ts';
import type { AcceptedEvent } from '../outbox/index.ts';
import { webhookConsumer } from '../webhooks/index.ts';

/**
 * Passes events to the subscribers of a kind, in the transaction that takes them from the outbox. The events are in order. `accept` may return topics to
 * wake after the transaction.
 */
export type EventConsumer = { kind: string; accept(tx: Tx, events: readonly AcceptedEvent[]): Promise<readonly string[] | void> };

/** The consumers of all kinds except `listener`: a listener reads stored events itself. */
export const CONSUMERS: readonly EventConsumer[] = [webhookConsumer, alertConsumer, notificationConsumer, lineageConsumer];
