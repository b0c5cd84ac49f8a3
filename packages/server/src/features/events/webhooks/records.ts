/** Webhooks as records of the tenant API. */
import { asWritten, type Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { idSort, textSort, type RecordKind } from '../../../core/http/cursor-lists.ts';
import { visibleWebhooks } from './access.ts';
import { webhookColumns, type WebhookRow } from './webhook-row.ts';

/**
 * Webhooks as a caller sees them: without secrets.
 * @rule webhooks.create.secret
 */
export const WEBHOOKS: RecordKind<WebhookRow, Schema<'Webhook'>> = {
  noun: 'Webhook',
  path: '/api/v1/webhooks',
  known: { schema: '', columns: {}, lists: {} },
  sorts: {
    name: textSort(sql`w.name`),
    url: textSort(sql`w.url`),
    createdAt: idSort(sql`w.id`),
    updatedAt: {
      value: sql`(extract(epoch from w.updated_at) * 1000000)::bigint`,
      form: /^\d{1,18}$/,
      parameter: (text) => sql`${text}::bigint`,
    },
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
    ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason }),
    ...(row.disabled_reason_code !== null && { disabledReasonCode: row.disabled_reason_code }),
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
