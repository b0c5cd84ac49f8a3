import { endpoint } from '../../../core/http/endpoint.ts';
import { entityTypeOf } from './entity-types.ts';
import { selectEligibles } from './queries.ts';

/** Lists the users and groups that entities of a type can be shared with. */
export const listEligibles = endpoint('GET /sharing/sharings/eligibles/{entityType}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const type = entityTypeOf(path.entityType);
    const rows = type ? await selectEligibles(tx, actor, type) : [];
    const users = rows.filter((one) => !one.is_group);
    const groups = rows.filter((one) => one.is_group);
    return {
      status: 200,
      body: {
        users: users.map((one) => ({ userId: one.id, firstName: one.first_name ?? '', lastName: one.last_name ?? '' })),
        groups: groups.map((one) => ({ groupId: one.id, groupName: one.name ?? '' })),
      },
    };
  },
});
