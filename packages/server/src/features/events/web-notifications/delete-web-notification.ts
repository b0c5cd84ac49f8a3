import { endpoint } from '../../../core/http/endpoint.ts';
import { lockWebNotification } from './access.ts';
import { removeWebNotifications } from './queries.ts';

/** Deletes a notification of the caller. */
export const deleteWebNotification = endpoint('DELETE /api/v1/web-notifications/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id } = await lockWebNotification(tx, actor, path.id);

    await removeWebNotifications(tx, actor, id);
    return { status: 204 };
  },
});
