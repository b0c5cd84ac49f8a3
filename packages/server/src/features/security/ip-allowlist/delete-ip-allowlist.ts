import { endpoint } from '../../../core/http/endpoint.ts';
import { removeAllowlist } from './queries.ts';

/** Deletes the IP allowlist of the tenant, if there is one. */
export const deleteIpAllowlist = endpoint('DELETE /security/ip-allowlist', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx }) {
    await removeAllowlist(tx, actor);
    return { status: 204 };
  },
});
