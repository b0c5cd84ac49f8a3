/** Notifications: their kinds, the subscriptions of users, and the messages, which alerts use, too. */
import type { Timer } from '../../../core/background/jobs.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { flatErrors } from '../../../surfaces/error-formats.ts';
import { subscribeTo } from '../outbox/index.ts';
import { removeOldMessages, selectFormerSubscribers } from './message-rows.ts';
import { sendMessage } from './messages.ts';
import * as operations from './operations.ts';
import { transportTable } from './transports.ts';

export { lockOwnAccount, mayBeNotified, requireNamedObject } from './rows.ts';
export { messageEntryOf, notificationConsumer } from './consumer.ts';
export type { MessageEntry } from './texts.ts';
export type { NotificationName } from './kinds.ts';
export type { NewMessage } from './message-rows.ts';
export { sendMessages, writeToInboxes } from './messages.ts';
export { addressedOf, replaceTransports, requireMailServer, transportsAsJson } from './transports.ts';

/** The days for which messages are kept. */
const KEPT_DAYS = 7;

/** Removes old messages, and subscribers without subscriptions. */
const forgetNotifications: Timer = {
  name: 'forget-notifications',
  milliseconds: 3_600_000,
  does: 'removes messages that are older than a week',
  async run({ db }) {
    await removeOldMessages(db.writer, KEPT_DAYS);
    await db.transaction(async (tx) => {
      for (const { tenant, id } of await selectFormerSubscribers(tx)) await subscribeTo(tx, { tenant, kind: 'notification', id }, []);
    });
  },
};

/** The endpoints of notifications, the job that sends messages, and the addresses to which they are posted. */
export const notifications: Feature = {
  surface: flatErrors,
  endpoints: Object.values(operations),
  jobs: [sendMessage],
  timers: [forgetNotifications],
  encrypted: [transportTable],
};
