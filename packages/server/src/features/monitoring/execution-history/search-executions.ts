import { endpoint } from '../../../core/http/endpoint.ts';
import { selectDetails } from './details.ts';
import { toHistoryJson } from './json.ts';
import { selectFirstExecutions } from './queries.ts';
import { historyStart, isWithinDepth, readHistoryFilters } from './rules.ts';

/**
 * Searches the history of an environment.
 * @rule execution-history.search.category
 */
export const searchExecutions = endpoint('POST /monitoring/observability/executions/search', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, now, limits, body }) {
    const { environmentId, category, exclude = 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN', limit = 50, offset = 0 } = body;
    const filters = readHistoryFilters(body.filters ?? []);
    isWithinDepth(limit, offset);

    const search = { actor, environment: environmentId, filters, exclude, since: historyStart(now, limits.historyDays) };
    // One execution more than the page shows tells whether another page follows.
    const found = category === 'ESB' ? [] : await selectFirstExecutions(tx, search, offset + limit + 1);
    const items = (await selectDetails(tx, found.slice(offset, offset + limit))).map(toHistoryJson);
    return { status: 200, body: { items, limit, offset, nextPageExists: found.length > offset + limit } };
  },
});
