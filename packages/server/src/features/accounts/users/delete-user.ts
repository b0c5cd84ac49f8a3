import { endpoint } from '../../../core/http/endpoint.ts';
import { lockUser } from './access.ts';
import { removeUser } from './change-users.ts';

/** Deletes a user with its tokens, roles, groups and rights. */
export const deleteUser = endpoint('DELETE /account/users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const user = await lockUser(tx, actor, path.id);

    await removeUser({ tx, actor }, user);
    return { status: 204 };
  },
});
