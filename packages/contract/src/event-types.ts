/**
 * The catalogue of events: every type with its category, the levels of webhooks that can receive it, the fields of its data, and an example. A type is
 * never removed, and a field never changes its meaning.
 */
import { recordId, text, type DataOf } from './event-fields.ts';
import { ACCOUNT_TYPES } from './event-types/accounts.ts';
import { CRAWLER_TYPES } from './event-types/crawlers.ts';
import { BOTH_LEVELS, eventTypesOf } from './event-types/event-type.ts';
import { OAUTH_TYPES } from './event-types/oauth.ts';
import { ORCHESTRATION_TYPES } from './event-types/orchestration.ts';
import { RUN_TYPES } from './event-types/runs.ts';

export type { EventLevel, EventTypeFacts } from './event-types/event-type.ts';

const webhookEvent = eventTypesOf('webhooks', BOTH_LEVELS);

/** The event types by name. */
export const EVENT_TYPES = {
  ...RUN_TYPES,
  ...ORCHESTRATION_TYPES,
  ...ACCOUNT_TYPES,
  ...OAUTH_TYPES,
  ...CRAWLER_TYPES,
  'com.service.v1.webhook.test': webhookEvent({
    title: 'Test event',
    description: 'Sent on request to one webhook, to try its receiver.',
    fields: { webhookId: recordId('Id of the webhook.'), message: text('A sentence for the reader.') },
    example: { webhookId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a15', message: 'A test event of Millrace.' },
  }),
  'com.service.v1.webhook.disabled': webhookEvent({
    title: 'Webhook disabled',
    description: 'Millrace has disabled a webhook, because its receiver does not accept deliveries any more.',
    fields: {
      webhookId: recordId('Id of the webhook.'),
      name: text('Name of the webhook.'),
      code: text('Stable code of the reason.'),
      reason: text('The reason in words.'),
    },
    example: {
      webhookId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a15',
      name: 'Failed loads',
      code: 'gone',
      reason: 'The receiver has answered 410: it wants no more deliveries.',
    },
  }),
} as const;

/** The name of a type. */
export type EventTypeName = keyof typeof EVENT_TYPES;

/** The data of an event of a type. */
export type EventData<Name extends EventTypeName> = DataOf<(typeof EVENT_TYPES)[Name]['fields']>;
