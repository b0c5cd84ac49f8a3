/** The outbox: events in the transactions of their changes. */
export { deliveryBody, type StoredEvent } from './event-body.ts';
export { continueEventNumbers, raiseEvents, raisedFrom, subscribeTo, type EventSubscriber, type RaisedEvent } from './raise-events.ts';
