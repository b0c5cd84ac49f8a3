import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { findExecution } from '../../processing/task-executions/index.ts';
import { toComponentJson, toRunJson } from './json.ts';
import { selectComponentsOfExecution, selectProcesses, selectRun } from './queries.ts';

/**
 * Reads the component metrics of an execution.
 * @rule component-metrics.list.right
 */
export const listExecutionComponents = endpoint('GET /monitoring/observability/executions/{executionId}/component', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const { id } = await findExecution(tx, actor, path.executionId);
    const { sortBy: by = 'component_start_time_seconds', sortOrder: order = 'asc', limit = 50, offset = 0 } = query;

    const page = await selectComponentsOfExecution(tx, id, { by, order }, { limit, offset });
    const metrics = toPage(page, { limit, offset }, toComponentJson);
    return { status: 200, body: toRunJson(await selectRun(tx, id), await selectProcesses(tx, id), metrics) };
  },
});
