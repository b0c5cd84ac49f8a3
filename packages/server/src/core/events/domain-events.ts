/**
 * Events within a transaction: a feature publishes what it changes, and features that subscribed act in the same transaction. They are for what would
 * otherwise be a call against the direction of imports.
 */
import type { Tx } from '../database/db.ts';

/** An event by its name, with the type of what it carries. */
export type DomainEvent<Payload extends object> = { name: string; payload?: Payload };

/** What a feature does at an event. A failure fails the transaction, and with it the change that was published. */
export type Subscription = { event: string; handle(tx: Tx, payload: never): Promise<unknown> };

/** Calls the handlers of an event, one after the other, in the transaction of the caller. */
export type Publish = <Payload extends object>(tx: Tx, event: DomainEvent<Payload>, payload: Payload) => Promise<void>;

/** Declares an event. */
export const domainEvent = <Payload extends object>(name: string): DomainEvent<Payload> => ({ name });

/** Declares what is done at an event. */
export const subscribe = <Payload extends object>(
  to: DomainEvent<Payload>,
  handle: (tx: Tx, payload: Payload) => Promise<unknown>,
): Subscription => ({ event: to.name, handle });

/** Binds the subscriptions of all features. */
export function createPublish(subscriptions: readonly Subscription[]): Publish {
  return async (tx, event, payload) => {
    for (const one of subscriptions) if (one.event === event.name) await one.handle(tx, payload as never);
  };
}
