import { endpoint } from '../../../core/http/endpoint.ts';
import { findEntry, selectEntries } from './access.ts';
import { toEntryJson } from './json.ts';

/** Reads an entry of the IP allowlist. */
export const getIpEntry = endpoint('GET /security/ip-allowlist/ips/{ipEntryId}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toEntryJson(findEntry(await selectEntries(tx, actor), path.ipEntryId)) };
  },
});
