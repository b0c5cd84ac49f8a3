import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { findOwnClient } from './access.ts';
import { refusalsOfClient } from './refusal-records.ts';

/**
 * Lists the refused requests of an OAuth client in the last week, with the exact reason and advice.
 * @rule oauth-clients.refusals.owner
 */
export const listOauthClientRefusals = endpoint('GET /api/v1/oauth-clients/{id}/refusals', {
  allow: 'SVC_OAUTH_CLIENT_MANAGEMENT',
  transaction: 'read only',

  async run(call) {
    const { id } = await findOwnClient(call.tx, call.actor, call.path.id);
    return listRecords(call, refusalsOfClient(id), call.query);
  },
});
