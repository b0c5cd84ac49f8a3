import { endpoint } from '../../../core/http/endpoint.ts';
import { lockAllowlist } from './access.ts';
import { updateAllowlist } from './queries.ts';
import { requireFittingPlan, requireCallerAdmitted } from './rules.ts';

/** Enables or disables the IP allowlist of the tenant. */
export const enableIpAllowlist = endpoint('PATCH /security/ip-allowlist', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, limits, client, body: { enabled } }) {
    const { description, entries } = await lockAllowlist(tx, actor);
    if (enabled) requireFittingPlan(entries.length, limits.allowlistEntries);
    requireCallerAdmitted({ enabled, entries }, client);

    await updateAllowlist(tx, actor, { description, enabled });
    return { status: 200 };
  },
});
