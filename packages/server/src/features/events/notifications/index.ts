/** Notifications: their kinds, the subscriptions of users, and the messages, which alerts use, too. */
import type { Feature } from '../../../core/http/feature.ts';
import { flatErrors } from '../../../core/http/surfaces/flat.ts';
import { listNotificationSubscriptions } from './list-notification-subscriptions.ts';
import { listNotifications } from './list-notifications.ts';
import { sendMessage } from './messages.ts';
import { replaceNotificationSubscriptions } from './replace-notification-subscriptions.ts';
import { forgetNotifications } from './timers.ts';

export { holdNamedObject, mayBeNotified, type NamedObjects } from './access.ts';
export { messageEntryOf, notificationConsumer } from './consumer.ts';
export type { MessageEntry } from './entry.ts';
export type { NotificationName } from './kinds.ts';
export type { NewMessage } from './message-queries.ts';
export { sendMessages, writeToInboxes } from './messages.ts';
export { reencryptTransports, transportsAsJson } from './transport-queries.ts';
export { addressedOf, replaceTransports, sendsMails, toTransportJson } from './transports.ts';

/** The endpoints of notifications, and the job that sends messages. */
export const notifications: Feature = {
  surface: flatErrors,
  endpoints: [listNotifications, listNotificationSubscriptions, replaceNotificationSubscriptions],
  jobs: [sendMessage],
  timers: [forgetNotifications],
};
