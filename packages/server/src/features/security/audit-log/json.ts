/** The JSON of the audit log, in both forms of the API. */
import type { Schema } from '@millrace/contract';
import { timeOfId } from '../../../core/base/id.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import { eventTypeOf, sourceOf, wordsOf } from './actions.ts';

/** The row of an entry. */
export type AuditRow = {
  id: string;
  tenant_id: string;
  account_id: string | null;
  action: string;
  login: string;
  email: string;
  request_id: string;
  client_address: string;
  method: string;
  url: string;
  user_agent: string | null;
  request_body: string | null;
  status: number;
  response_body: string | null;
};

/** The columns of `AuditRow`, for statements with the alias `e` of audit_entry. */
export const entryColumns: Sql = sql`
  e.id, e.tenant_id, e.account_id, e.action, e.login, e.email, e.request_id, e.client_address, e.method, e.url, e.user_agent, e.request_body,
  e.status, e.response_body`;

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
