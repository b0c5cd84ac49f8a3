import { found } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { lockClient } from './access.ts';
import { removeClientSecret } from './secret-queries.ts';

/**
 * Deletes a secret of an OAuth client.
 * @rule oauth-clients.secrets.delete
 */
export const deleteOauthClientSecret = endpoint('DELETE /api/v1/oauth-clients/{id}/client-secrets/{hint}', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const client = await lockClient(tx, actor, path.id);

    found(await removeClientSecret(tx, actor, client.id, path.hint), 'Secret', path.hint);
    return { status: 204 };
  },
});
