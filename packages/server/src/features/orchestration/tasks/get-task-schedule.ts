import { endpoint } from '../../../core/http/endpoint.ts';
import { notFound } from '../../../core/base/problem.ts';
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
    const schedule = await findScheduleOf(tx, actor, { taskId: task.id });
    if (!schedule) throw notFound('Schedule of task', task.id);
    return { status: 200, body: toScheduleJson(schedule) };
  },
});
