import { endpoint } from '../../../core/http/endpoint.ts';
import { entityTypeOf } from './entity-types.ts';
import { selectEligibles } from './queries.ts';

/** Lists the users and groups that entities of a type can be shared with. */
export const listEligibles = endpoint('GET /sharing/sharings/eligibles/{entityType}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const type = entityTypeOf(path.entityType);
    const rows = type ? await selectEligibles(tx, actor, type) : [];
    const users = rows.filter((row) => !row.is_group);
    const groups = rows.filter((row) => row.is_group);
    return {
      status: 200,
      body: {
        users: users.map((user) => ({ userId: user.id, firstName: user.first_name ?? '', lastName: user.last_name ?? '' })),
        groups: groups.map((group) => ({ groupId: group.id, groupName: group.name ?? '' })),
      },
    };
  },
});
