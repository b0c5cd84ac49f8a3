import { endpoint } from '../../../core/http/endpoint.ts';
import { notFound } from '../../../core/base/problem.ts';
import { unbind } from '../triggers/index.ts';
import { lockTask } from './access.ts';

/**
 * Unbinds the schedule of a task, which becomes an orphan.
 * @rule tasks.schedule.right
 * @rule tasks.schedule.unbind
 */
export const unbindTaskSchedule = endpoint('DELETE /orchestration/executables/tasks/{taskId}/schedule', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path } = call;
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    if (!(await unbind(call, { taskId: task.id }))) throw notFound('Schedule of task', task.id);
    return { status: 204 };
  },
});
