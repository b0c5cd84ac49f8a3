/** The JSON of kinds of notifications and of subscriptions. */
import type { Schema } from '@millrace/contract';
import { isSubscribable, kindOf, type Locale, type NotificationName, SCOPE_NAMES } from './kinds.ts';
import type { SubscriptionRow } from './rows.ts';
import { ADDRESSED, OWN_TRANSPORTS } from './transports.ts';

/**
 * Converts a kind, in a language.
 * @rule notifications.list.subscribable
 */
export function toNotificationJson(name: NotificationName, locale: Locale): Schema<'Notification'> {
  const { resourceType, action, scopes, name: names } = kindOf(name);
  return {
    notificationNamePattern: name,
    transports: [...OWN_TRANSPORTS, ...ADDRESSED],
    isSubscribable: isSubscribable(name),
    isManageableInHub: isSubscribable(name),
    presentationInfo: {
      scopes: [...scopes],
      friendlyName: names[locale],
      scopeFriendlyNames: Object.fromEntries(scopes.map((scope) => [scope, SCOPE_NAMES[scope][locale]])),
    },
    ...(isSubscribable(name) && { subscriptionInfo: { action, resourceType, target: 'user' } }),
  };
}

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
