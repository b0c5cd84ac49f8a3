import { endpoint } from '../../../core/http/endpoint.ts';
import { ownPath } from '../../../core/http/own-path.ts';

/**
 * Redirects to the address of the tenant of the caller.
 * @rule tenants.me.redirect
 */
export const getOwnTenant = endpoint('GET /api/v1/tenants/me', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ actor, publicUrl }) {
    return { status: 302, headers: { location: ownPath(publicUrl(), `/api/v1/tenants/${actor.tenant}`) } };
  },
});
