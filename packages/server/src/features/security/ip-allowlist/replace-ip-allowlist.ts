import { endpoint } from '../../../core/http/endpoint.ts';
import { requireEntries, lockAllowlist } from './access.ts';
import { toAllowlistJson } from './json.ts';
import { removeEntries, updateAllowlist, upsertEntries } from './queries.ts';
import { requireFittingPlan, requireCallerAdmitted, readEntries, sendsEachOnce } from './rules.ts';

/**
 * Replaces the IP allowlist of the tenant.
 * @rule ip-allowlist.replace.kept
 */
export const replaceIpAllowlist = endpoint('PUT /security/ip-allowlist', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, limits, client, body: { enabled, description = null, ips } }) {
    const allowlist = await lockAllowlist(tx, actor);
    requireEntries(
      allowlist.entries,
      (ips ?? []).flatMap(({ id }) => id ?? []),
    );
    const sent = ips && readEntries(ips);
    const entries = (sent ?? allowlist.entries).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    sendsEachOnce(entries);
    requireFittingPlan(entries.length, limits.allowlistEntries);
    requireCallerAdmitted({ enabled, entries }, client);

    const kept = new Set(entries.map(({ id }) => id));
    const removed = allowlist.entries.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
    await updateAllowlist(tx, actor, { enabled, description });
    await removeEntries(tx, actor, removed);
    await upsertEntries(tx, actor, sent ?? []);
    return { status: 200, body: toAllowlistJson({ enabled, description }, entries) };
  },
});
