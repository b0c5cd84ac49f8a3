import { endpoint } from '../../../core/http/endpoint.ts';
import { findServiceAccount } from './access.ts';
import { selectSecrets } from './queries.ts';
import { toSecretJson } from './secrets.ts';

/** Lists the secrets of a service account by their last characters. */
export const listServiceAccountSecrets = endpoint('GET /account/service-accounts/{id}/secrets', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const account = await findServiceAccount(tx, actor, path.id);
    return { status: 200, body: (await selectSecrets(tx, account.id)).map(toSecretJson) };
  },
});
