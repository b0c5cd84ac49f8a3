/** The outbox: events in the transactions of their changes. */
export { deliveryBody, type StoredEvent } from './event-body.ts';
export {
  anyWaitsFor,
  continueEventNumbers,
  momentText,
  raiseAbout,
  raiseEvents,
  raisedFrom,
  subscribeTo,
  type EventActor,
} from './raise-events.ts';
export {
  hasEvents,
  moveEvents,
  selectOutboxEvents,
  storeUnsharedEvent,
  textInData,
  type AcceptedEvent,
  type OutboxEvent,
} from './take-events.ts';
