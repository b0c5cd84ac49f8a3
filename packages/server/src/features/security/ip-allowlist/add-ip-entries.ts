import { endpoint } from '../../../core/http/endpoint.ts';
import { conflict } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import { selectAllowlist, selectEntries } from './access.ts';
import { toEntryJson } from './json.ts';
import { updateAllowlist, upsertEntries } from './queries.ts';
import { readEntries, requireFittingPlan } from './rules.ts';

/** Adds entries to the IP allowlist of the tenant. */
export const addIpEntries = endpoint('POST /security/ip-allowlist/ips', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, limits, body }) {
    const allowlist = await selectAllowlist(tx, actor, sql`for update`);
    if (!allowlist) throw conflict('allowlist_missing', 'There is no IP allowlist: create it with POST /security/ip-allowlist.');
    const entries = readEntries(body.map(({ description, ip }) => ({ description, ip })));
    requireFittingPlan((await selectEntries(tx, actor)).length + entries.length, limits.allowlistEntries);

    await updateAllowlist(tx, actor, allowlist);
    await upsertEntries(tx, actor, entries);
    return { status: 201, body: entries.map(toEntryJson) };
  },
});
