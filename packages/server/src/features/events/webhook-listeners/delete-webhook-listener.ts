import { endpoint } from '../../../core/http/endpoint.ts';
import { lockListener } from './access.ts';
import { removeListener } from './queries.ts';

/** Deletes a listener of the caller. */
export const deleteWebhookListener = endpoint('DELETE /api/v1/webhook-listeners/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id } = await lockListener(tx, actor, path.id);

    await removeListener(tx, id);
    return { status: 204 };
  },
});
