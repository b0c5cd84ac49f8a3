import { endpoint } from '../../../core/http/endpoint.ts';
import { findConfig } from './access.ts';
import { toConnectionConfigJson } from './json.ts';

/** Reads the connection config of the own tenant for an OAuth client. */
export const getOauthConnectionConfig = endpoint('GET /api/v1/oauth-clients/{id}/connection-configs/me', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toConnectionConfigJson(await findConfig(tx, actor, path.id)) };
  },
});
