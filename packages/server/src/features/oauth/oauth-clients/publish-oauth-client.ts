import { endpoint } from '../../../core/http/endpoint.ts';
import { lockClient } from './access.ts';
import { publishClient } from './queries.ts';

/**
 * Shows an OAuth client to all tenants of the install.
 * @rule oauth-clients.publish.region
 * @rule oauth-clients.publish.again
 */
export const publishOauthClient = endpoint('POST /api/v1/oauth-clients/{id}/actions/publish', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const client = await lockClient(tx, actor, path.id);

    const { published_at: publishedAt } = await publishClient(tx, actor, client.id);
    return { status: 201, body: { publishedAt: publishedAt.toISOString() } };
  },
});
