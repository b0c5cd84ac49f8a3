import { endpoint } from '../../../core/http/endpoint.ts';
import { renameAccount } from '../users/index.ts';
import { findServiceAccount, lockServiceAccount } from './access.ts';
import { toServiceAccountJson } from './json.ts';
import { updatePermissions } from './queries.ts';
import { requirePermissionsHeld } from './rules.ts';

/** Replaces the name and the permissions of a service account. Its present tokens give the new permissions at once. */
export const replaceServiceAccount = endpoint('PUT /account/service-accounts/{id}', {
  allow: 'SVC_SERVICE_ACCOUNT_MANAGEMENT',

  async run({ actor, tx, path, body, wordsSent }) {
    const account = await lockServiceAccount(tx, actor, path.id);
    requirePermissionsHeld(actor, { name: account.name, permissions: [...account.permissions, ...body.permissions] });

    await renameAccount(tx, account.id, { firstName: body.name.trim(), lastName: '' });
    await updatePermissions(tx, account, { permissions: [...new Set(body.permissions)], wordsSent });
    return { status: 200, body: toServiceAccountJson(await findServiceAccount(tx, actor, account.id)) };
  },
});
