import { endpoint } from '../../../core/http/endpoint.ts';
import { requireEntries, lockAllowlist } from './access.ts';
import { toEntryJson } from './json.ts';
import { updateAllowlist, upsertEntries } from './queries.ts';
import { requireFittingPlan, requireCallerAdmitted, readEntries, replaceById, sendsEachOnce } from './rules.ts';

/**
 * Updates entries of the IP allowlist by their ids.
 * @rule ip-allowlist.replace.ids
 */
export const replaceIpEntries = endpoint('PUT /security/ip-allowlist/ips', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, limits, client, body }) {
    const allowlist = await lockAllowlist(tx, actor);
    const changed = readEntries(body);
    requireEntries(
      allowlist.entries,
      changed.map(({ id }) => id),
    );
    sendsEachOnce(changed);
    requireFittingPlan(allowlist.entries.length, limits.allowlistEntries);
    requireCallerAdmitted({ ...allowlist, entries: replaceById(allowlist.entries, changed) }, client);

    await updateAllowlist(tx, actor, allowlist);
    await upsertEntries(tx, actor, changed);
    return { status: 200, body: changed.map(toEntryJson) };
  },
});
