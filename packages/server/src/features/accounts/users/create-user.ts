import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from './access.ts';
import { addUser } from './change-users.ts';
import { toUserJson } from './json.ts';

/**
 * Creates a user.
 * @rule users.all.permission
 */
export const createUser = endpoint('POST /account/users', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, limits, query, body }) {
    const id = await addUser({ tx, actor, limits }, body, query.admin);
    // The place of the invitation that `query.invite` asks for. Until users can sign in with a password, there is none.
    return { status: 201, body: toUserJson(await findUser(tx, actor, id)) };
  },
});
