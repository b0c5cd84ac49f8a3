/** The JSON of the audit log, in both forms of the API. */
import type { Schema } from '@millrace/contract';
import { timeOfId } from '../../../core/base/id.ts';
import { eventTypeOf, sourceOf, wordsOf } from './actions.ts';
import type { AuditRow } from './rows.ts';

const callOf = (row: AuditRow) => ({
  requestId: row.request_id,
  clientIp: row.client_address,
  username: row.login,
  email: row.email,
  request: {
    url: row.url,
    method: row.method,
    ...(row.user_agent !== null && { userAgent: row.user_agent }),
    ...(row.request_body !== null && { body: row.request_body }),
  },
  response: { code: String(row.status), ...(row.response_body !== null && { body: row.response_body }) },
});

/**
 * Converts a row to AuditLog.
 * @rule audit-log.entry.fields
 */
export function toAuditLogJson(row: AuditRow): Schema<'AuditLog'> {
  const { type, category, operation } = wordsOf(row.action);
  return {
    timestamp: timeOfId(row.id).toISOString(),
    logId: row.id,
    applicationId: 'TMC',
    eventType: type,
    eventCategory: category,
    eventOperation: operation,
    ...(row.account_id !== null && { userId: row.account_id }),
    ...callOf(row),
  };
}

/** Converts a row to Audit; `address` is the address of the list. */
export const toAuditJson = (row: AuditRow, address: string): Schema<'Audit'> => ({
  id: row.id,
  eventId: row.id,
  eventTime: timeOfId(row.id).toISOString(),
  eventType: eventTypeOf(row.action),
  eventTypeVersion: '1.0.0',
  source: sourceOf(row.action),
  contentType: 'application/json',
  tenantId: row.tenant_id,
  ...(row.account_id !== null && { userId: row.account_id }),
  extensions: { ...(row.account_id !== null && { actor: { sub: row.account_id } }) },
  data: callOf(row),
  links: { self: { href: `${address}/${row.id}` } },
});
