import { endpoint } from '../../../core/http/endpoint.ts';
import { lockTask } from './access.ts';
import { changePause } from './pause.ts';
import { raiseTaskEvents } from './task-events.ts';

/**
 * Pauses or resumes a task. Running executions continue.
 * @rule tasks.pause.right
 * @rule tasks.pause.running
 */
export const pauseTask = endpoint('PUT /orchestration/executables/tasks/{taskId}/pause', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    return changePause(tx, actor, { noun: 'task', raise: raiseTaskEvents }, await lockTask(tx, actor, path.taskId, 'EXECUTE'), body);
  },
});
