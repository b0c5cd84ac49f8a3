import { endpoint } from '../../../core/http/endpoint.ts';
import { lockForUse } from './access.ts';
import { deleteScheduleRow } from './queries.ts';
import { requireOrphan } from './rules.ts';

/** Deletes a schedule that has no task or plan. */
export const deleteSchedule = endpoint('DELETE /orchestration/schedules/{scheduleId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path }) {
    const schedule = await lockForUse(tx, actor, path.scheduleId);

    requireOrphan(schedule);

    await deleteScheduleRow(tx, schedule.id);
    return { status: 204 };
  },
});
