import { endpoint } from '../../../core/http/endpoint.ts';
import { lockAlert } from './access.ts';
import { removeAlert } from './queries.ts';
import { subscribeOwner } from './subscribe.ts';

/** Deletes an alert rule of the caller with its incidents. */
export const deleteAlert = endpoint('DELETE /api/v1/alerts/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const rule = await lockAlert(tx, actor, path.id);

    await removeAlert(tx, rule);
    await subscribeOwner(tx, actor);
    return { status: 204 };
  },
});
