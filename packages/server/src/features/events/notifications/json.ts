/** The JSON of subscriptions. */
import type { Schema } from '@millrace/contract';
import type { SubscriptionRow } from './queries.ts';

/** Converts the row of a subscription. */
export const toNotificationSubscriptionJson = (row: SubscriptionRow): Schema<'NotificationSubscription'> => ({
  id: row.id,
  kind: row.kind,
  ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
  ...(row.task_id !== null && { taskId: row.task_id }),
  ...(row.plan_id !== null && { planId: row.plan_id }),
  ...(row.engine_id !== null && { engineId: row.engine_id }),
  transports: [...(row.by_mail ? [{ type: 'email' }] : []), ...(row.by_web ? [{ type: 'web' }] : []), ...row.transports],
});
