import { endpoint } from '../../../core/http/endpoint.ts';
import { lockEntry } from './access.ts';
import { toEntryJson } from './json.ts';
import { updateAllowlist, upsertEntries } from './queries.ts';
import { requireFittingPlan, requireCallerAdmitted, readEntries, replaceById } from './rules.ts';

/** Replaces an entry of the IP allowlist. */
export const replaceIpEntry = endpoint('PUT /security/ip-allowlist/ips/{ipEntryId}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, limits, client, path, body: { description, ip } }) {
    const allowlist = await lockEntry(tx, actor, path.ipEntryId);
    const { id } = allowlist.entry;
    const changed = readEntries([{ id, description, ip }]);
    requireFittingPlan(allowlist.entries.length, limits.allowlistEntries);
    requireCallerAdmitted({ ...allowlist, entries: replaceById(allowlist.entries, changed) }, client);

    await updateAllowlist(tx, actor, allowlist);
    await upsertEntries(tx, actor, changed);
    return { status: 200, body: toEntryJson({ id, description, ip }) };
  },
});
