import type { Schema } from '@millrace/contract';
import { endpoint } from '../../../core/http/endpoint.ts';
import { isSubscribable, kindOf, localeOf, NOTIFICATION_KINDS, SCOPE_NAMES, type NotificationName, type Locale } from './kinds.ts';
import { ADDRESSED, OWN_TRANSPORTS } from './transports.ts';

/**
 * Lists the kinds of notifications.
 * @rule notifications.list.filters
 */
export const listNotifications = endpoint('GET /api/v1/notifications', {
  allow: 'signed-in',

  run({ query }) {
    const locale = localeOf(query.locale);
    const wanted = (filter: string | undefined, value: boolean): boolean => filter === undefined || filter === String(value);
    const names = (Object.keys(NOTIFICATION_KINDS) as NotificationName[]).filter(
      (name) => wanted(query.subscribable, isSubscribable(name)) && wanted(query.manageableInHub, isSubscribable(name)),
    );
    return Promise.resolve({ status: 200 as const, body: { notifications: names.map((name) => toNotificationJson(name, locale)) } });
  },
});

/** @rule notifications.list.subscribable */
function toNotificationJson(name: NotificationName, locale: Locale): Schema<'Notification'> {
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
