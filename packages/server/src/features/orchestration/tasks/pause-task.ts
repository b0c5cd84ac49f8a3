import { endpoint } from '../../../core/endpoint.ts';
import { lockTask } from './access.ts';
import { clearPause, setPause } from './queries.ts';

/**
 * Pauses or resumes a task; what runs already goes on.
 * @rule tasks.pause.answer
 * @rule tasks.pause.right
 * @rule tasks.pause.running
 */
export const pauseTask = endpoint('PUT /orchestration/executables/tasks/{taskId}/pause', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');
    if (task.paused === body.pause) return { status: 204 };

    if (body.pause) await setPause(tx, task.id, actor, body.pauseContext ?? null);
    else await clearPause(tx, task.id);
    return { status: 202 };
  },
});
