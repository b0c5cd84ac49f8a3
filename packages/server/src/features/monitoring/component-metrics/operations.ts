import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { findExecution } from '../../processing/task-executions/index.ts';
import { toComponentJson, toRawComponentJson, toRunJson } from './json.ts';
import { selectComponents, selectComponentsOfExecution, selectProcesses, selectRun } from './rows.ts';
import { requireSearchRate, readComponentFilters, SEARCHES_PER_MINUTE, searchPeriodOf } from './rules.ts';

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

/** Searches the components of all executions of an environment. */
export const searchComponentMetrics = endpoint('POST /monitoring/observability/metrics/component', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, process: { rateLimiter }, body }) {
    requireSearchRate(rateLimiter.take(`component metrics ${actor.id}`, SEARCHES_PER_MINUTE));
    const {
      environmentId: environment,
      sortBy: by = 'component_start_time_seconds',
      sortOrder: order = 'asc',
      limit = 50,
      offset = 0,
    } = body;
    const filters = readComponentFilters(body.filters ?? []);
    const { from, to } = searchPeriodOf(body);

    const search = { environment, from, to, filters, sorting: { by, order } };
    return {
      status: 200,
      body: toPage(await selectComponents(tx, actor, search, { limit, offset }), { limit, offset }, toRawComponentJson),
    };
  },
});
