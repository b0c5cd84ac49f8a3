/** The bodies of deliveries. They follow from the event alone, with their fields in a fixed order, so a repeat has the same bytes. */
import { vendorWord } from '@millrace/contract';
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

/** The version of all event types, which the legacy form names. */
const EVENT_TYPE_VERSION = '1.0.0';

/**
 * Returns the body of an event: a CloudEvent 1.0 in the structured form, or the legacy form. Its type and its source have our words, or those of the
 * published product.
 * @rule webhooks.deliver.cloud-event
 * @rule webhooks.deliver.words
 */
export function deliveryBody(event: StoredEvent, asCloudEvent: boolean, hasVendorWords: boolean): string {
  const spell = hasVendorWords ? vendorWord : (word: string) => word;
  const words = { type: spell(event.type), source: spell(sourceOf(event.type)) };
  return JSON.stringify(asCloudEvent ? toCloudEvent(event, words) : toLegacyEvent(event, words));
}

type Words = { type: string; source: string };

const toCloudEvent = (event: StoredEvent, { type, source }: Words): object => ({
  specversion: '1.0',
  id: event.id,
  type,
  source,
  time: event.occurred_at.toISOString(),
  datacontenttype: 'application/json',
  tenantid: event.tenant_id,
  ...(event.actor_id !== null && { userid: event.actor_id }),
  ...(event.owner_id !== null && { ownerid: event.owner_id }),
  ...(event.space_id !== null && { spaceid: event.space_id }),
  ...(event.resource_id !== null && { toplevelresourceid: event.resource_id }),
  data: event.data,
});

const toLegacyEvent = (event: StoredEvent, { type, source }: Words): object => ({
  cloudEventsVersion: '0.1',
  source,
  contentType: 'application/json',
  eventId: event.id,
  eventTime: event.occurred_at.toISOString(),
  eventTypeVersion: EVENT_TYPE_VERSION,
  eventType: type,
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
