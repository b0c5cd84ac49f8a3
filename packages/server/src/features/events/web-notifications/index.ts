/** Web notifications: the inbox of a user. */
import type { Timer } from '../../../core/background/jobs.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';
import { removeOldWebNotifications } from './rows.ts';

export { addWebNotifications } from './rows.ts';

/** The days for which an inbox keeps notifications. */
const KEPT_DAYS = 90;

/** Removes the notifications that are older than these days. */
const cleanInboxes: Timer = {
  name: 'clean-inboxes',
  milliseconds: 3_600_000,
  does: 'removes notifications that are older than 90 days from inboxes',
  run: async ({ db }) => void (await removeOldWebNotifications(db.writer, KEPT_DAYS)),
};

/**
 * The endpoints of inboxes. Their errors also have the field `message`.
 * @rule web-notifications.errors.body
 */
export const webNotifications: Feature = {
  surface: tenantErrors('HTTP-404', { withMessage: true }),
  endpoints: Object.values(operations),
  timers: [cleanInboxes],
};
