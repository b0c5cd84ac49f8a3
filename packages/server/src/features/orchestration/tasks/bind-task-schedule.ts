import { endpoint } from '../../../core/http/endpoint.ts';
import { replaceTriggerWithSchedule } from '../triggers/index.ts';
import { lockTask } from './access.ts';

/**
 * Binds a schedule to a task.
 * @rule tasks.schedule.right
 * @rule tasks.schedule.environment
 */
export const bindTaskSchedule = endpoint('PUT /orchestration/executables/tasks/{taskId}/schedule', {
  allow: 'SVC_OPERATOR',

  async run(call) {
    const { actor, tx, path, body } = call;
    const task = await lockTask(tx, actor, path.taskId, 'EXECUTE');

    await replaceTriggerWithSchedule(call, { taskId: task.id }, task.environment_id, body.scheduleId);
    return { status: 200 };
  },
});
