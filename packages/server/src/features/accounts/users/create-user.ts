import { endpoint } from '../../../core/http/endpoint.ts';
import { createInvitation, requireMayGiveAccess } from '../sign-in/index.ts';
import { findUser } from './access.ts';
import { addUser } from './change-users.ts';
import { toUserJson } from './json.ts';
import { requireEmail } from './rules.ts';

/**
 * Creates a user, and invites it unless the caller says otherwise.
 * @rule users.all.permission
 * @rule users.create.invitation
 */
export const createUser = endpoint('POST /account/users', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    const { actor, tx, query, body } = call;
    requireEmail(body);
    const invites = query.invite !== false && body.active !== false;
    if (invites) requireMayGiveAccess(actor);
    const id = await addUser(call, body, query.admin);
    const user = toUserJson(await findUser(tx, actor, id));
    return { status: 201, body: { ...user, ...(invites && { invitation: await createInvitation(tx, call, id) }) } };
  },
});
