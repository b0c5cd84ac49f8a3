import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { TENANT_USERS } from './records.ts';
import { requireMayReadUser, shownToScopes } from './rules.ts';

/** Reads a user in the form of the tenant API. */
export const getTenantUser = endpoint('GET /api/v1/users/{id}', {
  allow: 'signed-in',

  async run(call) {
    requireMayReadUser(call.actor, call.path.id);
    return { status: 200, body: shownToScopes(call.actor, await readRecord(call, TENANT_USERS, call.path.id)) };
  },
});
