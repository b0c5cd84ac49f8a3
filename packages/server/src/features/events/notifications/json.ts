/** The JSON of kinds of notifications and of subscriptions. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import { isSubscribable, kindOf, type Locale, type NotificationName, SCOPE_NAMES } from './kinds.ts';
import type { SubscriptionRow } from './rows.ts';
import { ADDRESSED_TRANSPORTS, OWN_TRANSPORTS } from './transports.ts';

/**
 * Converts a kind, in a language.
 * @rule notifications.list.subscribable
 */
export function toNotificationJson(name: NotificationName, locale: Locale): Schema<'Notification'> {
  const { resourceType, action, scopes, name: names } = kindOf(name);
  return {
    notificationNamePattern: name,
    transports: [...OWN_TRANSPORTS, ...ADDRESSED_TRANSPORTS],
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
  ...presentFields({ workspaceId: row.workspace_id, taskId: row.task_id, planId: row.plan_id, engineId: row.engine_id }),
  transports: [...(row.by_mail ? [{ type: 'email' }] : []), ...(row.by_web ? [{ type: 'web' }] : []), ...row.transports],
});
