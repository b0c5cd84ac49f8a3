/** Web notifications: the inbox of a user. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { changeAllWebNotifications } from './change-all-web-notifications.ts';
import { changeWebNotification } from './change-web-notification.ts';
import { deleteAllWebNotifications } from './delete-all-web-notifications.ts';
import { deleteWebNotification } from './delete-web-notification.ts';
import { getWebNotification } from './get-web-notification.ts';
import { listWebNotifications } from './list-web-notifications.ts';
import { cleanInboxes } from './timers.ts';

export { addWebNotifications } from './queries.ts';

/**
 * The endpoints of inboxes. Their errors also have the field `message`.
 * @rule web-notifications.errors.body
 */
export const webNotifications: Feature = {
  surface: tenantErrors('HTTP-404', { withMessage: true }),
  endpoints: [
    listWebNotifications,
    changeAllWebNotifications,
    deleteAllWebNotifications,
    getWebNotification,
    changeWebNotification,
    deleteWebNotification,
  ],
  timers: [cleanInboxes],
};
