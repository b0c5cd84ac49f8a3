import { endpoint } from '../../../core/http/endpoint.ts';
import { findTenant } from './access.ts';
import { toTenantJson } from './json.ts';

/** Reads the tenant of the caller. */
export const getTenant = endpoint('GET /api/v1/tenants/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path, publicUrl }) {
    return { status: 200, body: toTenantJson(await findTenant(tx, actor, path.id), publicUrl()) };
  },
});
