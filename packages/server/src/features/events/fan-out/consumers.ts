/** What takes events off the fan-out, by the kind of its subscribers. */
import type { Tx } from '../../../core/database/db.ts';

/** An event with those of its subscribers that are of the kind of the consumer. */
export type FannedEvent = {
  id: string;
  type: string;
  tenant: string;
  spaceId: string | null;
  resourceId: string | null;
  ownerId: string | null;
  actorId: string | null;
  data: Record<string, unknown>;
  occurredAt: Date;
  subscribers: readonly string[];
};

/** Gives events to the subscribers of a kind, in the transaction that takes them from the outbox. The events are in their order. */
export type EventConsumer = { kind: string; accept(tx: Tx, events: readonly FannedEvent[]): Promise<unknown> };

/** All consumers but webhooks, to which each batch of events is given by `deliver`. */
export const CONSUMERS: readonly EventConsumer[] = [];
