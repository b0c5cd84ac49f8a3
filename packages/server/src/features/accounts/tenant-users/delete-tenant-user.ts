import { endpoint } from '../../../core/http/endpoint.ts';
import { removeUser, lockUser } from '../users/index.ts';

/** Deletes a user with its tokens, roles, groups and rights. */
export const deleteTenantUser = endpoint('DELETE /api/v1/users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const user = await lockUser(tx, actor, path.id);

    await removeUser({ tx, actor }, user);
    return { status: 204 };
  },
});
