import { endpoint } from '../../../core/http/endpoint.ts';
import { endGrant } from '../oauth/index.ts';
import { lockVisibleGrant } from './access.ts';

/**
 * Ends a grant with all its tokens.
 * @rule oauth-tokens.delete.ends
 */
export const deleteOauthToken = endpoint('DELETE /api/v1/oauth-tokens/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id } = await lockVisibleGrant(tx, actor, path.id);

    await endGrant(tx, id, { actor, byBearer: false });
    return { status: 204 };
  },
});
