import { endpoint } from '../../../core/http/endpoint.ts';
import { findAllowlist, selectEntries } from './access.ts';
import { toAllowlistJson } from './json.ts';

/** Reads the IP allowlist of the tenant. */
export const getIpAllowlist = endpoint('GET /security/ip-allowlist', {
  allow: 'SVC_USER_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const allowlist = await findAllowlist(tx, actor);
    return { status: 200, body: toAllowlistJson(allowlist, query.detailed === false ? undefined : await selectEntries(tx, actor)) };
  },
});
