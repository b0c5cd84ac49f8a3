import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { visibleComponents } from './access.ts';
import { toRawComponentJson } from './json.ts';
import { selectComponents } from './queries.ts';
import { enforceSearchRate, readComponentFilters, SEARCHES_PER_MINUTE, searchPeriodOf } from './rules.ts';

/** Searches the components of all executions of an environment. */
export const searchComponentMetrics = endpoint('POST /monitoring/observability/metrics/component', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, rateLimiter, body }) {
    enforceSearchRate(rateLimiter.take(`component metrics ${actor.id}`, SEARCHES_PER_MINUTE));
    const {
      environmentId: environment,
      sortBy: by = 'component_start_time_seconds',
      sortOrder: order = 'asc',
      limit = 50,
      offset = 0,
    } = body;
    const filters = readComponentFilters(body.filters ?? []);
    const { from, to } = searchPeriodOf(body);

    const search = { visible: visibleComponents(actor, environment), environment, from, to, filters, sorting: { by, order } };
    return { status: 200, body: toPage(await selectComponents(tx, search, { limit, offset }), { limit, offset }, toRawComponentJson) };
  },
});
