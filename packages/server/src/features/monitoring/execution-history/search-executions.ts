import { endpoint } from '../../../core/http/endpoint.ts';
import { selectDetails } from './details.ts';
import { historyCursor, readHistoryCursor } from './cursor.ts';
import { toHistoryJson } from './json.ts';
import { selectFirstExecutions } from './queries.ts';
import { historyStart, requireSmallDepth, readHistoryFilters } from './rules.ts';

/**
 * Searches the history of an environment.
 * @rule execution-history.search.category
 */
export const searchExecutions = endpoint('POST /monitoring/observability/executions/search', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, now, limits, body }) {
    const { environmentId, category, exclude = 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN', limit = 50, offset = 0, cursor } = body;
    const filters = readHistoryFilters(body.filters ?? []);
    requireSmallDepth(limit, offset);
    const after = readHistoryCursor(cursor, offset);

    const search = { actor, environment: environmentId, filters, exclude, since: historyStart(now, limits.historyDays), after };
    // Read one execution more than the page shows, to know whether another page follows.
    const found = category === 'ESB' ? [] : await selectFirstExecutions(tx, search, offset + limit + 1);
    const shown = found.slice(offset, offset + limit);
    const items = (await selectDetails(tx, shown)).map(toHistoryJson);
    const [last, nextPageExists] = [shown.at(-1), found.length > offset + limit];
    return {
      status: 200,
      body: { items, limit, offset, nextPageExists, ...(nextPageExists && last && { nextCursor: historyCursor(last) }) },
    };
  },
});
