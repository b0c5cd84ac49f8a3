import { endpoint } from '../../../core/http/endpoint.ts';
import { lockEntry } from './access.ts';
import { removeEntries, updateAllowlist } from './queries.ts';
import { requireCallerAdmitted } from './rules.ts';

/** Deletes an entry of the IP allowlist. */
export const deleteIpEntry = endpoint('DELETE /security/ip-allowlist/ips/{ipEntryId}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, client, path }) {
    const allowlist = await lockEntry(tx, actor, path.ipEntryId);
    const { id } = allowlist.entry;
    requireCallerAdmitted({ ...allowlist, entries: allowlist.entries.filter((entry) => entry.id !== id) }, client);

    await updateAllowlist(tx, actor, allowlist);
    await removeEntries(tx, actor, [id]);
    return { status: 204 };
  },
});
