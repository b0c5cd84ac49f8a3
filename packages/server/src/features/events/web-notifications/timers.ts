/** Removes old notifications from inboxes. */
import type { Timer } from '../../../core/background/jobs.ts';
import { removeOldWebNotifications } from './queries.ts';

/** The days for which an inbox keeps notifications. */
const KEPT_DAYS = 90;

/** Removes the notifications that are older than these days. */
export const cleanInboxes: Timer = {
  name: 'clean-inboxes',
  milliseconds: 3_600_000,
  does: 'removes notifications that are older than 90 days from inboxes',
  run: async ({ db }) => void (await removeOldWebNotifications(db.writer, KEPT_DAYS)),
};
