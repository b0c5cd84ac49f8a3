/** Notifications: their kinds, the subscriptions of users, and the messages, which alerts use, too. */
import type { Feature } from '../../../core/http/feature.ts';
import { flatErrors } from '../../../core/http/surfaces/flat.ts';
import { listNotificationSubscriptions } from './list-notification-subscriptions.ts';
import { listNotifications } from './list-notifications.ts';
import { sendMessage } from './messages.ts';
import { replaceNotificationSubscriptions } from './replace-notification-subscriptions.ts';
import { forgetNotifications } from './timers.ts';
import { transportTable } from './transport-queries.ts';

export { holdNamedObject, mayBeNotified, type NamedObjects } from './access.ts';
export { messageEntryOf, notificationConsumer } from './consumer.ts';
export type { MessageEntry } from './entry.ts';
export type { NotificationName } from './kinds.ts';
export type { NewMessage } from './message-queries.ts';
export { sendMessages, writeToInboxes } from './messages.ts';
export { transportsAsJson } from './transport-queries.ts';
export { addressedOf, replaceTransports, sendsMails, toTransportJson } from './transports.ts';

/** The endpoints of notifications, the job that sends messages, and the addresses to which they are posted. */
export const notifications: Feature = {
  surface: flatErrors,
  endpoints: [listNotifications, listNotificationSubscriptions, replaceNotificationSubscriptions],
  jobs: [sendMessage],
  timers: [forgetNotifications],
  encrypted: [transportTable],
};
