import { endpoint } from '../../../core/http/endpoint.ts';
import { toServiceAccountJson } from './json.ts';
import { selectServiceAccounts } from './queries.ts';

/** Lists the service accounts of the tenant, ordered by name. */
export const listServiceAccounts = endpoint('GET /account/service-accounts', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx }) {
    return { status: 200, body: (await selectServiceAccounts(tx, actor)).map(toServiceAccountJson) };
  },
});
