/** Notifications of an inbox as records of the tenant API. */
import type { Schema } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { idSort, momentSort, type RecordKind } from '../../../core/http/cursor-lists.ts';
import { ownWebNotifications } from './rows.ts';

/** The row of a notification. */
type WebNotificationRow = {
  id: string;
  account_id: string;
  tenant_id: string;
  body: string;
  href: string;
  action: string;
  resource_type: string;
  resource_id: string;
  space_id: string | null;
  is_read: boolean;
  created_at: Date;
  updated_at: Date;
};

/** The notifications of a caller; links to explanations begin with the address of this server. */
export const webNotificationsAt = (publicUrl: string): RecordKind<WebNotificationRow, Schema<'WebNotification'>> => ({
  noun: 'Notification',
  path: '/api/v1/web-notifications',
  sorts: { createdAt: idSort(sql`n.id`), updatedAt: momentSort(sql`n.updated_at`) },
  sort: '-createdAt',
  rows: {
    from: sql`web_notification n join account a on a.id = n.account_id`,
    id: sql`n.id`,
    visible: ownWebNotifications,
    columns: sql`
      n.id, n.account_id, a.tenant_id, n.body, n.href, n.action, n.resource_type, n.resource_id, n.space_id, n.is_read, n.created_at, n.updated_at`,
  },
  toJson: (row) => ({
    id: row.id,
    body: row.body,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    userId: row.account_id,
    tenantId: row.tenant_id,
    read: row.is_read,
    action: row.action,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    ...(row.space_id !== null && { spaceId: row.space_id, spaceType: 'workspace' }),
    meta: { href: publicUrl + row.href },
  }),
});
