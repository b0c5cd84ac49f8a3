import { endpoint } from '../../../core/http/endpoint.ts';
import { findGroup, lockGroup } from './access.ts';
import { toGroupJson } from './json.ts';
import { updateGroup } from './queries.ts';

/** Renames a group. */
export const renameGroup = endpoint('PATCH /account/groups/{id}', {
  allow: 'SVC_GROUP_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const group = await lockGroup(tx, actor, path.id);

    await updateGroup(tx, group.id, { name: body.name });
    return { status: 200, body: toGroupJson(await findGroup(tx, actor, group.id)) };
  },
});
