import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { periodOf } from '../task-executions/index.ts';
import { findListedPlan } from './plan-access.ts';
import { toPlanExecutionJson } from './json.ts';
import { selectPlanExecutions } from './queries.ts';

/** Lists the executions of one plan. */
export const listExecutionsOfPlan = endpoint('GET /processing/executables/plans/{planId}/executions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, now, limits, path, query }) {
    const plan = await findListedPlan(tx, actor, path.planId);
    const period = periodOf(query, now, limits.historyDays);

    const page = await selectPlanExecutions(tx, actor, { planId: plan.id, status: query.status, period }, query);
    return { status: 200, body: toPage(page, query, toPlanExecutionJson) };
  },
});
