import { endpoint } from '../../../core/http/endpoint.ts';
import { found } from '../../../core/base/problem.ts';
import { findScheduleOf, toScheduleJson } from '../schedules/index.ts';
import { findTask } from './access.ts';

/**
 * Reads the schedule of a task.
 * @rule tasks.schedule.missing
 */
export const getTaskSchedule = endpoint('GET /orchestration/executables/tasks/{taskId}/schedule', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const task = await findTask(tx, actor, path.taskId);
    const schedule = found(await findScheduleOf(tx, actor, { taskId: task.id }), 'Schedule of task', task.id);
    return { status: 200, body: toScheduleJson(schedule) };
  },
});
