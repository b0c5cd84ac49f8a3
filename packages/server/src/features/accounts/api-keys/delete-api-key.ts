import { endpoint } from '../../../core/http/endpoint.ts';
import { removeToken } from '../tokens/index.ts';
import { lockKey } from './access.ts';

/** Revokes an API key; further requests with it are refused. */
export const deleteApiKey = endpoint('DELETE /api/v1/api-keys/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id, account_id: owner } = await lockKey(tx, actor, path.id);

    await removeToken(tx, actor, owner, id);
    return { status: 204 };
  },
});
