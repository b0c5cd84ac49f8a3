import { endpoint } from '../../../core/http/endpoint.ts';
import { lockWebNotification } from './access.ts';
import { marksRead } from './patch-read.ts';
import { markRead } from './queries.ts';

/** Marks a notification of the caller as read or unread. */
export const changeWebNotification = endpoint('PATCH /api/v1/web-notifications/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const isRead = marksRead(body);
    const { id } = await lockWebNotification(tx, actor, path.id);

    await markRead(tx, actor, isRead, id);
    return { status: 204 };
  },
});
