/** The outbox: events in the transactions of their changes. */
export { continueEventNumbers, raiseEvents, raisedFrom, subscribeTo, type EventSubscriber, type RaisedEvent } from './raise-events.ts';
