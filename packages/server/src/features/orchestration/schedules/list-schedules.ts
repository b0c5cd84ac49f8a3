import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { toScheduleJson } from './json.ts';
import { selectDescriptions, selectSchedules, selectSchedulesOf } from './queries.ts';
import { matcherOf } from './rules.ts';

/**
 * Lists the schedules that the caller may see.
 * @rule schedules.list.description
 */
export const listSchedules = endpoint('GET /orchestration/schedules', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const { descriptionFilter, limit = 100, offset = 0 } = query;
    if (descriptionFilter === undefined) {
      return { status: 200, body: toPage(await selectSchedules(tx, actor, query), query, toScheduleJson) };
    }

    const matches = matcherOf(descriptionFilter);
    const found = (await selectDescriptions(tx, actor, query)).filter(({ description }) => matches(description));
    const ids = found.slice(offset, offset + limit).map(({ id }) => id);
    const page = { total: found.length, rows: await selectSchedulesOf(tx, actor, ids) };
    return { status: 200, body: toPage(page, query, toScheduleJson) };
  },
});
