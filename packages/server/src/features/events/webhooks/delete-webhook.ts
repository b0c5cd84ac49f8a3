import { endpoint } from '../../../core/http/endpoint.ts';
import { lockWebhook } from './access.ts';
import { removeWebhookRow } from './queries.ts';

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = endpoint('DELETE /api/v1/webhooks/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id } = await lockWebhook(tx, actor, path.id);

    await removeWebhookRow(tx, id);
    return { status: 204 };
  },
});
