import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { insertAccount } from '../users/index.ts';
import { findServiceAccount } from './access.ts';
import { toServiceAccountJson } from './json.ts';
import { insertSecret, insertServiceAccount, selectServiceAccountCount, serializeCreations } from './queries.ts';
import { isBelowLimit } from './rules.ts';

const HINT_CHARACTERS = 5;

/**
 * Creates a service account. Only this answer contains its secret.
 * @rule service-accounts.all.permission
 * @rule service-accounts.create.secret
 * @rule service-accounts.create.client-id
 * @rule service-accounts.create.location
 */
export const createServiceAccount = endpoint('POST /account/service-accounts', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, tokens, limits, body }) {
    await serializeCreations(tx, actor);
    isBelowLimit((await selectServiceAccountCount(tx, actor)).count, limits.serviceAccounts);

    const id = newId();
    const { secret, hash } = tokens.create('serviceAccount');
    await insertAccount(tx, { id, tenant: actor.tenant, type: 'SERVICE', login: id, email: '', firstName: body.name.trim(), lastName: '' });
    await insertServiceAccount(tx, id, [...new Set(body.permissions)]);
    await insertSecret(tx, { id: newId(), account: id, hash, hint: secret.slice(-HINT_CHARACTERS) });
    const created = toServiceAccountJson(await findServiceAccount(tx, actor, id));
    return { status: 201, headers: { location: `/account/service-accounts/${id}` }, body: { ...created, secret } };
  },
});
