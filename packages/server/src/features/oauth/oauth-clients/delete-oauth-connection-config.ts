import { found } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { lockVisibleClient } from './access.ts';
import { removeConfig, removeUnusedClient } from './queries.ts';

/**
 * Ends the use of an OAuth client by people of the own tenant.
 * @rule oauth-clients.consent.end
 */
export const deleteOauthConnectionConfig = endpoint('DELETE /api/v1/oauth-clients/{id}/connection-configs/me', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const client = await lockVisibleClient(tx, actor, path.id);

    found(await removeConfig(tx, actor, client.id), 'Connection config', client.id);
    await removeUnusedClient(tx, client.id);
    return { status: 204 };
  },
});
