import { endpoint } from '../../../core/http/endpoint.ts';
import { listEvents } from '../triggers/index.ts';
import { findTask } from './access.ts';

/** Lists the times at which the triggers of a task fire. */
export const listTaskEvents = endpoint('GET /orchestration/executables/tasks/{taskId}/run-config/events', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, now, path, query }) {
    const task = await findTask(tx, actor, path.taskId);
    return { status: 200, body: await listEvents(tx, { taskId: task.id }, query, now) };
  },
});
