import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { insertAccount, lockTenant } from '../users/index.ts';
import { findServiceAccount } from './access.ts';
import { toServiceAccountJson } from './json.ts';
import { insertServiceAccount, selectServiceAccountCount } from './queries.ts';
import { requireRoomForAccount, requirePermissionsHeld } from './rules.ts';
import { addSecret } from './secrets.ts';

/**
 * Creates a service account. Only this answer contains its secret.
 * @rule service-accounts.all.permission
 * @rule service-accounts.create.secret
 * @rule service-accounts.create.client-id
 * @rule service-accounts.create.location
 */
export const createServiceAccount = endpoint('POST /account/service-accounts', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, tokens, limits, body, wordsSent }) {
    requirePermissionsHeld(actor, body);
    // Two creations at once could exceed the limit together.
    await lockTenant(tx, actor);
    requireRoomForAccount((await selectServiceAccountCount(tx, actor)).count, limits.serviceAccounts);

    const id = newId();
    await insertAccount(tx, { id, tenant: actor.tenant, type: 'SERVICE', login: id, email: '', firstName: body.name.trim(), lastName: '' });
    await insertServiceAccount(tx, id, { permissions: [...new Set(body.permissions)], wordsSent });
    const { secret } = await addSecret(tx, tokens, id);
    const created = toServiceAccountJson(await findServiceAccount(tx, actor, id));
    return { status: 201, headers: { location: `/account/service-accounts/${id}` }, body: { ...created, secret } };
  },
});
