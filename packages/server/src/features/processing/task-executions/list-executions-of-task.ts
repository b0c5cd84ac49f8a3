import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { findListedTask } from './task-access.ts';
import { toTaskExecutionJson } from './json.ts';
import { selectExecutions } from './lists/pages.ts';
import { keptSince, periodOf } from './lists/period.ts';

/** Lists the executions of one task. */
export const listExecutionsOfTask = endpoint('GET /processing/executables/tasks/{taskId}/executions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, now, limits, path, query }) {
    const task = await findListedTask(tx, actor, path.taskId);
    const period = periodOf(query, now, limits.historyDays);

    const page = await selectExecutions(
      tx,
      actor,
      { taskId: task.id, status: query.status, period, kept: keptSince(now, limits.historyDays) },
      query,
    );
    return { status: 200, body: toPage(page, query, toTaskExecutionJson) };
  },
});
