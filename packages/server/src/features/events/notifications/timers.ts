/** Removes old messages, and event subscriptions that no notification needs any more. */
import type { Timer } from '../../../core/background/jobs.ts';
import { subscribeTo } from '../outbox/index.ts';
import { removeOldMessages, selectFormerSubscribers } from './message-queries.ts';

/** The days for which messages are kept. */
const KEPT_DAYS = 7;

/** Removes old messages, and subscribers without subscriptions. */
export const forgetNotifications: Timer = {
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
