import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { workspaceFitsEnvironment } from '../workspaces/index.ts';
import { toTaskExtract } from './json.ts';
import { selectTasks } from './queries.ts';

/**
 * Lists the tasks that the caller may see.
 * @rule tasks.list.place
 */
export const listTasks = endpoint('GET /orchestration/executables/tasks', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    await workspaceFitsEnvironment(tx, actor, query);

    return { status: 200, body: toPage(await selectTasks(tx, actor, query), query, toTaskExtract) };
  },
});
