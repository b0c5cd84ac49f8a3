import { endpoint } from '../../../core/http/endpoint.ts';
import { toUnusedJson } from './json.ts';
import { selectPeriod, selectUnused } from './queries.ts';

/**
 * Lists permissions that active accounts hold and have not used for some days.
 * @rule permission-uses.list.permission
 */
export const listUnusedPermissions = endpoint('GET /security/unused-permissions', {
  allow: 'SVC_ROLE_MANAGEMENT',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const { since } = await selectPeriod(tx, actor, query.days ?? 90);
    return { status: 200, body: { since: since.toISOString(), unused: (await selectUnused(tx, actor, since)).map(toUnusedJson) } };
  },
});
