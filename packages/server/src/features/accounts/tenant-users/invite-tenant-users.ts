import { endpoint } from '../../../core/http/endpoint.ts';
import { lockTenant } from '../users/index.ts';
import { inviteOne } from './invite.ts';

/** Invites people, and reports the result for each. */
export const inviteTenantUsers = endpoint('POST /api/v1/users/actions/invite', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    await lockTenant(call.tx, call.actor);
    const data = [];
    for (const invitee of call.body.invitees) data.push(await inviteOne(call, invitee));
    return { status: 207, body: { data } };
  },
});
