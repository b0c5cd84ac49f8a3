/** The bodies of deliveries. They follow from the event alone, with their fields in a fixed order, so a repeat has the same bytes. */
import { categoryWord } from '@millrace/contract/asyncapi';
import { EVENT_TYPES } from '@millrace/contract/event-types';

/** A stored event: the row of the table `event`. */
export type StoredEvent = {
  id: string;
  tenant_id: string;
  type: string;
  occurred_at: Date;
  space_id: string | null;
  resource_id: string | null;
  owner_id: string | null;
  actor_id: string | null;
  data: unknown;
};

const VERSION = '1.0.0';

/**
 * Returns the body of an event: a CloudEvent 1.0 in the structured form, or the legacy form.
 * @rule webhooks.deliver.cloud-event
 */
export const deliveryBody = (event: StoredEvent, asCloudEvent: boolean): string =>
  JSON.stringify(asCloudEvent ? toCloudEvent(event) : toLegacyEvent(event));

const toCloudEvent = (event: StoredEvent): object => ({
  specversion: '1.0',
  id: event.id,
  type: event.type,
  source: sourceOf(event.type),
  time: event.occurred_at.toISOString(),
  datacontenttype: 'application/json',
  tenantid: event.tenant_id,
  ...(event.actor_id !== null && { userid: event.actor_id }),
  ...(event.owner_id !== null && { ownerid: event.owner_id }),
  ...(event.space_id !== null && { spaceid: event.space_id }),
  ...(event.resource_id !== null && { toplevelresourceid: event.resource_id }),
  data: event.data,
});

const toLegacyEvent = (event: StoredEvent): object => ({
  cloudEventsVersion: '0.1',
  source: sourceOf(event.type),
  contentType: 'application/json',
  eventId: event.id,
  eventTime: event.occurred_at.toISOString(),
  eventTypeVersion: VERSION,
  eventType: event.type,
  extensions: {
    tenantId: event.tenant_id,
    ...(event.actor_id !== null && { userId: event.actor_id }),
    ...(event.owner_id !== null && { ownerId: event.owner_id }),
    ...(event.space_id !== null && { spaceId: event.space_id }),
    ...(event.resource_id !== null && { topLevelResourceId: event.resource_id }),
    actor: event.actor_id === null ? { subType: 'system' } : { sub: event.actor_id, subType: 'user' },
  },
  data: event.data,
});

/** The source of a type. A process of an older release may send an event of a type that it does not know. */
function sourceOf(type: string): string {
  const category = Object.hasOwn(EVENT_TYPES, type) ? EVENT_TYPES[type as keyof typeof EVENT_TYPES].category : 'other';
  return `com.service/${categoryWord(category)}`;
}
