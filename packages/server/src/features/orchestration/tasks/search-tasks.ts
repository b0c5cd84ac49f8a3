import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { contains, sql } from '../../../core/database/sql.ts';
import { hasTriggerType } from '../triggers/index.ts';
import { toTaskExtract } from './json.ts';
import { selectTasks } from './queries.ts';
import { requireEnvironmentOrWorkspace, requireProfileWithType, triggerOf } from './rules.ts';

/**
 * Lists tasks by the filters of the body, among them tags and the type of the trigger.
 * @rule tasks.search.name
 * @rule tasks.search.tags
 */
export const searchTasks = endpoint('POST /orchestration/executables/tasks/search', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, body }) {
    requireEnvironmentOrWorkspace(body);
    requireProfileWithType(body);
    const trigger = triggerOf(body);

    const { name, tags, ...filters } = body;
    const page = await selectTasks(tx, actor, filters, [
      ...(name === undefined ? [] : [contains(sql`t.name`, name)]),
      ...(tags === undefined ? [] : [sql`t.tags @> ${tags}::text[]`]),
      ...(trigger === undefined ? [] : [hasTriggerType(trigger)]),
    ]);
    return { status: 200, body: toPage(page, body, toTaskExtract) };
  },
});
