import type { BodyOf } from '@millrace/contract';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { findExecution } from '../../processing/task-executions/index.ts';
import { toComponentJson, toRawComponentJson, toRunJson } from './json.ts';
import { selectComponents, selectComponentsOfExecution, selectProcesses, selectRun } from './rows.ts';
import { requireSearchRate, readComponentFilters, SEARCHES_PER_MINUTE, searchPeriodOf } from './rules.ts';

type Listing = Pick<BodyOf<'POST /monitoring/observability/metrics/component'>, 'sortBy' | 'sortOrder' | 'limit' | 'offset'>;

/** The order and the page of a list; by default the first components in the order in which they started. */
const listingOf = ({ sortBy = 'component_start_time_seconds', sortOrder = 'asc', limit = 50, offset = 0 }: Listing) => ({
  sorting: { by: sortBy, order: sortOrder },
  page: { limit, offset },
});

/**
 * Reads the component metrics of an execution.
 * @rule component-metrics.list.right
 */
export const listExecutionComponents = endpoint('GET /monitoring/observability/executions/{executionId}/component', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const { id } = await findExecution(tx, actor, path.executionId);
    const { sorting, page } = listingOf(query);

    const metrics = toPage(await selectComponentsOfExecution(tx, id, sorting, page), page, toComponentJson);
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
    const { sorting, page } = listingOf(body);
    const filters = readComponentFilters(body.filters ?? []);
    const { from, to } = searchPeriodOf(body);

    const search = { environment: body.environmentId, from, to, filters, sorting };
    return { status: 200, body: toPage(await selectComponents(tx, actor, search, page), page, toRawComponentJson) };
  },
});
