/**
 * Events within a transaction: a feature publishes its changes, and subscribed features act in the same transaction. A feature uses them where a direct
 * call would break the direction of imports.
 */
import type { Tx } from '../database/sql.ts';

/** An event by its name. `payload` is never set: it ties the type of the data to the event. */
export type DomainEvent<Payload extends object> = { name: string; payload?: Payload };

/** The handler of an event in another feature. Its failure fails the transaction, and with it the change that was published. */
export type Subscription = { event: string; handle(tx: Tx, payload: never): Promise<unknown> };

/** Calls the handlers of an event, one after the other, in the transaction of the caller. */
export type Publish = <Payload extends object>(tx: Tx, event: DomainEvent<Payload>, payload: Payload) => Promise<void>;

/** Declares an event. */
export const domainEvent = <Payload extends object>(name: string): DomainEvent<Payload> => ({ name });

/** Declares the handler of an event. */
export const subscribe = <Payload extends object>(
  to: DomainEvent<Payload>,
  handle: (tx: Tx, payload: Payload) => Promise<unknown>,
): Subscription => ({ event: to.name, handle });

/** Returns the function that publishes events to these subscriptions. */
export function createPublish(subscriptions: readonly Subscription[]): Publish {
  return async (tx, event, payload) => {
    for (const subscription of subscriptions) if (subscription.event === event.name) await subscription.handle(tx, payload as never);
  };
}
