import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { workspaceFitsEnvironment } from '../../orchestration/workspaces/index.ts';
import { periodOf } from '../task-executions/index.ts';
import { toPlanExecutionJson } from './json.ts';
import { selectPlanExecutions } from './queries.ts';

/**
 * Lists plan executions by the filters of the query.
 * @rule plan-executions.list.place
 * @rule plan-executions.list.days
 */
export const listPlanExecutions = endpoint('GET /processing/executables/plans/executions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, now, limits, query }) {
    const { environmentId, workspaceId, status } = query;
    const period = periodOf(query, now, limits.historyDays);
    await workspaceFitsEnvironment(tx, actor, query);

    const page = await selectPlanExecutions(tx, actor, { environmentId, workspaceId, status, period }, query);
    return { status: 200, body: toPage(page, query, toPlanExecutionJson) };
  },
});
