import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser, lockUser } from './access.ts';
import { changeUser } from './change-users.ts';
import { toUserJson } from './json.ts';

/** Changes a user, also whether it is active and which roles it has. */
export const replaceUser = endpoint('PUT /account/users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run(call) {
    const { actor, tx, path, body } = call;
    const user = await lockUser(tx, actor, path.id);

    await changeUser(call, user, body);
    return { status: 200, body: toUserJson(await findUser(tx, actor, user.id)) };
  },
});
