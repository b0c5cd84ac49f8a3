import { endpoint } from '../../../core/http/endpoint.ts';
import { findServiceAccount } from './access.ts';
import { toServiceAccountJson } from './json.ts';

/** Reads a service account. */
export const getServiceAccount = endpoint('GET /account/service-accounts/{id}', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toServiceAccountJson(await findServiceAccount(tx, actor, path.id)) };
  },
});
