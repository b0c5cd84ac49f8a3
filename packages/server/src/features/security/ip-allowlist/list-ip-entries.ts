import { endpoint } from '../../../core/http/endpoint.ts';
import { selectEntries } from './access.ts';
import { toEntryJson } from './json.ts';

/** Lists the entries of the IP allowlist in the order of their creation. */
export const listIpEntries = endpoint('GET /security/ip-allowlist/ips', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx }) {
    return { status: 200, body: (await selectEntries(tx, actor)).map(toEntryJson) };
  },
});
