import { endpoint } from '../../../core/http/endpoint.ts';
import { findGroup } from './access.ts';
import { toGroupJson } from './json.ts';

/** Reads a group. */
export const getGroup = endpoint('GET /account/groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toGroupJson(await findGroup(tx, actor, path.id)) };
  },
});
