import { endpoint } from '../../../core/http/endpoint.ts';
import { removeAccount } from '../users/index.ts';
import { lockServiceAccount } from './access.ts';

/** Deletes a service account with its secrets, tokens and rights. */
export const deleteServiceAccount = endpoint('DELETE /account/service-accounts/{id}', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, path }) {
    const account = await lockServiceAccount(tx, actor, path.id);

    await removeAccount(tx, account.id);
    return { status: 204 };
  },
});
