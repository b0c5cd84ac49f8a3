import { endpoint } from '../../../core/http/endpoint.ts';
import { toAllowlistJson } from './json.ts';
import { insertAllowlist, upsertEntries } from './queries.ts';
import { requireCallerAdmitted, readEntries, requireFittingPlan } from './rules.ts';

/**
 * Creates the IP allowlist of the tenant. If it is enabled, it applies at once.
 * @rule ip-allowlist.all.permission
 */
export const createIpAllowlist = endpoint('POST /security/ip-allowlist', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, limits, client, body: { enabled, description = null, ips } }) {
    const entries = readEntries((ips ?? []).map(({ description: purpose, ip }) => ({ description: purpose, ip })));
    requireFittingPlan(entries.length, limits.allowlistEntries);
    requireCallerAdmitted({ enabled, entries }, client);

    await insertAllowlist(tx, actor, { enabled, description });
    await upsertEntries(tx, actor, entries);
    return { status: 201, body: toAllowlistJson({ enabled, description }, entries) };
  },
});
