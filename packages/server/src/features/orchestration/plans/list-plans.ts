import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { workspaceFitsEnvironment } from '../workspaces/index.ts';
import { toPlanDetails } from './json.ts';
import { selectPlans } from './queries.ts';

/**
 * Lists the plans that the caller may see.
 * @rule plans.list.place
 */
export const listPlans = endpoint('GET /orchestration/executables/plans', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    await workspaceFitsEnvironment(tx, actor, query);

    return { status: 200, body: toPage(await selectPlans(tx, actor, query), query, toPlanDetails) };
  },
});
