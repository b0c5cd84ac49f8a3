import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { TENANT_GROUPS } from './records.ts';

/** Reads a group in the form of the tenant API. */
export const getTenantGroup = endpoint('GET /api/v1/groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run(call) {
    return { status: 200, body: await readRecord(call, TENANT_GROUPS, call.path.id) };
  },
});
