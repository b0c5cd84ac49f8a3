import { endpoint } from '../../../core/http/endpoint.ts';
import { removeWebNotifications } from './queries.ts';

/** Deletes all notifications of the caller. */
export const deleteAllWebNotifications = endpoint('DELETE /api/v1/web-notifications/all', {
  allow: 'signed-in',

  async run({ actor, tx }) {
    await removeWebNotifications(tx, actor);
    return { status: 204 };
  },
});
