import { endpoint } from '../../../core/http/endpoint.ts';
import { findUser } from './access.ts';
import { toUserJson } from './json.ts';

/** Reads a user. */
export const getUser = endpoint('GET /account/users/{id}', {
  allow: 'SVC_USER_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toUserJson(await findUser(tx, actor, path.id)) };
  },
});
