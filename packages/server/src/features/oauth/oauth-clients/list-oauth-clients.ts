import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { clientsFor } from './records.ts';

/** Lists the OAuth clients of the tenant, and those that other tenants have published. */
export const listOauthClients = endpoint('GET /api/v1/oauth-clients', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    return listRecords(call, clientsFor(call.actor), call.query);
  },
});
