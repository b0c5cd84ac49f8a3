import { endpoint } from '../../../core/http/endpoint.ts';
import { requireAccessHeld } from '../../security/held/index.ts';
import { lockServiceAccount } from './access.ts';
import { selectSecrets } from './queries.ts';
import { acceptsAnotherSecret } from './rules.ts';
import { addSecret } from './secrets.ts';

/**
 * Adds a secret to a service account. Only this answer contains it.
 * @rule service-accounts.all.no-escalation
 */
export const createServiceAccountSecret = endpoint('POST /account/service-accounts/{id}/secrets', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, tokens, path }) {
    const account = await lockServiceAccount(tx, actor, path.id);
    await requireAccessHeld(tx, actor, { ...account, kind: 'service account' });
    acceptsAnotherSecret(await selectSecrets(tx, account.id));

    return { status: 201, body: await addSecret(tx, tokens, account.id) };
  },
});
