import { endpoint } from '../../../core/http/endpoint.ts';
import { lockServiceAccount } from './access.ts';
import { removeSecret } from './queries.ts';
import { hadSecret } from './rules.ts';

/** Deletes a secret of a service account. Tokens that were requested with it end at once. */
export const deleteServiceAccountSecret = endpoint('DELETE /account/service-accounts/{id}/secrets/{secretId}', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const account = await lockServiceAccount(tx, actor, path.id);

    hadSecret(await removeSecret(tx, account.id, path.secretId));
    return { status: 204 };
  },
});
