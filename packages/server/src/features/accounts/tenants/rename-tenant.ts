import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { lockOwnTenant } from './access.ts';
import { updateTenant } from './queries.ts';

/**
 * Renames the tenant of the caller.
 * @rule tenants.rename.permission
 */
export const renameTenant = endpoint('PATCH /api/v1/tenants/{id}', {
  allow: 'SVC_SUBSCRIPTION_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const steps = readPatch(body, { '/name': { ops: ['replace'], value: 'TenantTitle' } });
    const tenant = await lockOwnTenant(tx, actor, path.id);

    for (const { value } of steps) await updateTenant(tx, tenant.id, value);
    return { status: 204 };
  },
});
