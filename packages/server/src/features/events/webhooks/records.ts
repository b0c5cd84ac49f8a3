/** Webhooks and their deliveries as records of the tenant API. */
import { asWritten, type Schema, vendorWord } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { sql } from '../../../core/database/sql.ts';
import { idSort, momentSort, type RecordKind, textSort } from '../../../core/http/cursor-lists.ts';
import { deliveryBody, type StoredEvent } from '../outbox/index.ts';
import { visibleWebhooks, webhookColumns, type WebhookRow } from './rows.ts';
import { withoutHiddenValues } from './stored-fields.ts';

/**
 * Webhooks as a caller sees them: without secrets.
 * @rule webhooks.create.secret
 */
export const WEBHOOKS: RecordKind<WebhookRow, Schema<'Webhook'>> = {
  noun: 'Webhook',
  path: '/api/v1/webhooks',
  sorts: {
    name: textSort(sql`w.name`),
    url: textSort(sql`w.url`),
    createdAt: idSort(sql`w.id`),
    updatedAt: momentSort(sql`w.updated_at`),
  },
  sort: '-createdAt',
  rows: { from: sql`webhook w`, id: sql`w.id`, visible: visibleWebhooks, columns: webhookColumns },
  toJson: (row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    ...(row.description !== null && { description: row.description }),
    level: row.level,
    ...(row.owner_id !== null && { ownerId: row.owner_id }),
    enabled: row.enabled,
    ...presentFields({ disabledReason: row.disabled_reason, disabledReasonCode: row.disabled_reason_code }),
    eventTypes: asWritten(row.event_types, row.vendor_words),
    ...(row.filter !== null && { filter: row.filter }),
    headers: row.headers,
    encryptedHeaders: row.encrypted_header_names,
    secretKeyAdded: row.secret !== null,
    enableCloudEventDelivery: row.cloud_events,
    checkCertificateRevocation: row.checks_revocation,
    origin: row.origin,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdByUserId: row.created_by,
    updatedByUserId: row.updated_by,
  }),
};

/** The row of a delivery with its event. */
type DeliveryRow = {
  id: string;
  webhook_id: string;
  event_type: string;
  status: Schema<'DeliveryStatus'>;
  cloud_events: boolean;
  vendor_words: boolean;
  resent_from: string | null;
  is_waiting: boolean;
  attempts: number;
  next_attempt_at: Date;
  triggered_at: Date | null;
  status_message: string | null;
  request_url: string | null;
  request_headers: Record<string, string> | null;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  event_id: string;
  event_tenant_id: string;
} & Omit<StoredEvent, 'id' | 'tenant_id' | 'type'>;

/**
 * A delivery without any attempt, now or later, has failed.
 * @rule webhooks.deliveries.status
 */
export const deliveryStatus = sql`case when d.succeeded then 'success' when d.triggered_at is null and d.is_waiting then 'waiting' else 'fail' end`;

/**
 * Deliveries of a webhook. They are in the order in which they were queued; a repeated attempt does not move a delivery.
 * @rule webhooks.limits.history
 */
export const deliveriesOf = (webhook: WebhookRow): RecordKind<DeliveryRow, Schema<'WebhookDelivery'>> => ({
  noun: 'Delivery',
  path: `/api/v1/webhooks/${webhook.id}/deliveries`,
  sorts: { triggeredAt: idSort(sql`d.id`), status: textSort(deliveryStatus) },
  sort: '-triggeredAt',
  rows: {
    from: sql`webhook_delivery d join event e on e.id = d.event_id`,
    id: sql`d.id`,
    // A partition is dropped up to a day after its last delivery is a week old.
    visible: ({ tenant }) => sql`d.webhook_id = ${webhook.id} and d.tenant_id = ${tenant} and e.occurred_at > now() - interval '7 days'`,
    columns: sql`
      d.id, d.webhook_id, d.event_type, ${deliveryStatus} as status, d.cloud_events, d.vendor_words, d.resent_from, d.is_waiting, d.attempts, d.next_attempt_at,
      d.triggered_at, d.status_message, d.request_url, d.request_headers, d.response_status, d.response_headers, d.response_body,
      e.id as event_id, e.tenant_id as event_tenant_id, e.occurred_at, e.space_id, e.resource_id, e.owner_id, e.actor_id, e.data`,
  },
  toJson: (row) => {
    const hidden = hiddenBy(webhook);
    return {
      id: row.id,
      webhookId: row.webhook_id,
      eventType: row.vendor_words ? vendorWord(row.event_type) : row.event_type,
      status: row.status,
      triggeredAt: (row.triggered_at ?? row.next_attempt_at).toISOString(),
      ...(row.status_message !== null && { statusMessage: row.status_message }),
      attempts: row.attempts,
      ...(row.is_waiting && { nextAttemptAt: row.next_attempt_at.toISOString() }),
      ...(row.resent_from !== null && { resentFrom: row.resent_from }),
      request: {
        ...(row.request_url !== null && { url: row.request_url }),
        ...(row.request_headers !== null && { headers: withoutHiddenValues(row.request_headers, hidden) }),
        body: JSON.parse(deliveryBody(eventOf(row), row.cloud_events, row.vendor_words)),
      },
      ...(row.response_status !== null && {
        response: {
          statusCode: row.response_status,
          headers: withoutHiddenValues(row.response_headers ?? {}, hidden),
          ...(row.response_body !== null && { body: row.response_body }),
        },
      }),
    };
  },
});

const eventOf = (row: DeliveryRow): StoredEvent => ({ ...row, id: row.event_id, tenant_id: row.event_tenant_id, type: row.event_type });

/**
 * The sender stores no encrypted header. If a header becomes encrypted later, earlier deliveries do not show it either.
 * @rule webhooks.deliveries.omitted
 */
const hiddenBy = ({ encrypted_header_names: names }: WebhookRow): ReadonlySet<string> => new Set(names.map((name) => name.toLowerCase()));
