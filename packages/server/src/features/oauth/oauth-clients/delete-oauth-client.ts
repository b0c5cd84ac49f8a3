import { endpoint } from '../../../core/http/endpoint.ts';
import { disableBot } from '../../accounts/users/index.ts';
import { lockClient } from './access.ts';
import { markDeleted, removeConfig, removeUnusedClient } from './queries.ts';
import { confirmsDeletion } from './rules.ts';
import { removeClientSecrets } from './secret-queries.ts';

/** Deletes an OAuth client with its secrets. It stays visible to other tenants with a connection config. */
export const deleteOauthClient = endpoint('DELETE /api/v1/oauth-clients/{id}', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path, header }) {
    const client = await lockClient(tx, actor, path.id);
    confirmsDeletion(header('service-confirm-delete'), client.id);

    await disableBot(tx, actor, client.id);
    await removeClientSecrets(tx, actor, client.id);
    await removeConfig(tx, actor, client.id);
    await markDeleted(tx, actor, client.id);
    await removeUnusedClient(tx, client.id);
    return { status: 204 };
  },
});
