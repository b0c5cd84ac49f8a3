import { endpoint } from '../../../core/http/endpoint.ts';
import { marksRead } from './patch-read.ts';
import { markRead } from './queries.ts';

/** Marks all notifications of the caller as read or unread. */
export const changeAllWebNotifications = endpoint('PATCH /api/v1/web-notifications/all', {
  allow: 'signed-in',

  async run({ actor, tx, body }) {
    await markRead(tx, actor, marksRead(body));
    return { status: 204 };
  },
});
